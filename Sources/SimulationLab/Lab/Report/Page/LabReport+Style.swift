extension LabReport {
    /// The page's style sheet.
    ///
    /// The palette of Okabe and Ito ("Color Universal Design", 2008) can be distinguished by people with colour
    /// blindness.
    static let style = """
        :root { --ink: #1b1f24; --quiet: #59636e; --paper: #ffffff; --line: #d5dae0; --mark: #0072b2; --exit: #b35a00;
          --gps: #0072b2; --wifi: #e69f00; --cells: #7f8891; --uploads: #009e73; --wakeups: #cc79a7; --keptAwake: #56b4e9; }
        @media (prefers-color-scheme: dark) { :root { --ink: #e8ebee; --quiet: #a3adb8; --paper: #14171a; --line: #3a424b;
          --mark: #56b4e9; --exit: #f0a04b; --gps: #56b4e9; --wifi: #f0c64b; --uploads: #2fc79b; --keptAwake: #8c9eff; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
        main { max-width: 84rem; margin: 0 auto; padding: 1.25rem 1rem 4rem; }
        h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .5rem; overflow-wrap: anywhere; }
        h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
        .lead { max-width: 46rem; }
        .sets li { margin: .25rem 0; overflow-wrap: anywhere; }
        details { color: var(--quiet); }
        summary { cursor: pointer; }
        code { font-size: .8rem; overflow-wrap: anywhere; }
        figure { margin: 0; max-width: 38rem; }
        figcaption { color: var(--quiet); font-size: .9rem; }
        svg { display: block; width: 100%; height: auto; }
        svg text { font: 13px system-ui, sans-serif; fill: var(--ink); }
        svg .middle { text-anchor: middle; }
        svg .end { text-anchor: end; }
        svg .strong { font-weight: 600; }
        svg .quiet { fill: var(--quiet); }
        svg .inverse { fill: var(--paper); font-weight: 700; }
        svg .halo { paint-order: stroke; stroke: var(--paper); stroke-width: 4px; }
        svg .grid { stroke: var(--line); stroke-width: 1; }
        svg .range { stroke: var(--mark); stroke-width: 2; opacity: .55; }
        svg .mark { fill: var(--mark); stroke: var(--paper); stroke-width: 1.5; }
        svg .leader { stroke: var(--quiet); stroke-width: .75; }
        .entry { --own: var(--mark); }
        .exit { --own: var(--exit); }
        svg .band { fill: var(--own); opacity: .25; }
        svg .bar { stroke: var(--own); stroke-width: 2; }
        svg .dot { fill: var(--own); }
        svg .ring { fill: var(--paper); stroke: var(--own); stroke-width: 2; }
        .key { display: inline-block; width: .8em; height: .8em; background: var(--own); margin-left: .3em; }
        .part-gps { --own: var(--gps); }
        .part-wifi { --own: var(--wifi); }
        .part-cells { --own: var(--cells); }
        .part-uploads { --own: var(--uploads); }
        .part-wakeups { --own: var(--wakeups); }
        .part-keptAwake { --own: var(--keptAwake); }
        svg .part { fill: var(--own); stroke: var(--paper); stroke-width: 1; }
        .scroll { overflow-x: auto; }
        table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
        caption { text-align: left; color: var(--quiet); padding: .25rem 0; }
        th, td { text-align: right; vertical-align: top; padding: .35rem .6rem; border-bottom: 1px solid var(--line); }
        th[scope=row] { text-align: left; font-weight: 500; position: sticky; left: 0; background: var(--paper); }
        th[scope=row] { min-width: 7.5rem; }
        th[scope=col], td span { white-space: nowrap; }
        td span { display: block; }
        .interval, .difference { color: var(--quiet); font-size: .8rem; }
        .clear { color: var(--ink); font-weight: 600; }
        .weights td { text-align: left; }
        .weights th[scope=col] { text-align: left; }
        dt { font-weight: 600; margin-top: .5rem; }
        dd { margin: 0; color: var(--quiet); }
        @page { margin: 12mm; }
        @media print { :root { --ink: #000; --quiet: #333; --paper: #fff; --line: #bbb; --mark: #0072b2; --exit: #b35a00;
            --gps: #0072b2; --wifi: #e69f00; --uploads: #009e73; --keptAwake: #56b4e9; }
          * { print-color-adjust: exact; } body { font-size: 10pt; } main { max-width: none; padding: 0; }
          figure, tr { break-inside: avoid; } h2 { break-after: avoid; } .scroll { overflow: visible; }
          th[scope=col], td span { white-space: normal; } th[scope=row] { min-width: 0; } table { font-size: 8pt; } th, td { padding: .2rem .3rem; } details { display: none; } }

        """
}
