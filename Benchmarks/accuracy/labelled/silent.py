"""Normal life with phones that are silent at rest."""

from . import life
from .dense_mover import COLUMNS, DenseMover, log_normal, rows
from .geometry import away
from .profile import Profile


class OnFoot(life.Diary):
    """Walks farther between the door and the car than others, and lingers at the door before it goes."""

    walk = (100, 400)
    lingering = 85  # seconds, median

    def visit(self, point, chance):
        *_, (start, _, end, _, indoors) = self.legs or [(0, None, 0, None, False)]
        if indoors:
            seconds = min(log_normal(chance, self.lingering, 0.7), 0.2 * (end - start))
            self.go(away(self.place, 12, chance), 12 / max(seconds, 5))
        super().visit(point, chance)


class SilentAtRest(Profile):
    columns = COLUMNS
    platform = ""

    def live(self, city, number, chance):
        usual = [(kind, share) for kind, share in life.KINDS if kind != "short"]
        kinds = [*usual, ("short", self.options.short_stops)]
        return life.live(city, self.days, self.midnight, chance, kinds, self.errand, OnFoot)

    def errand(self, diary, kind, facility, city, chance):
        if kind != "short":
            life.errand(diary, kind, facility, city, chance)
            return
        _, center, radius = facility
        # Parked at the door: with a longer walk in the circle it would be ten minutes there.
        diary.walk = (10, 50)
        diary.visit(away(center, radius * chance.between(0.0, 0.5), chance), chance)
        diary.walk = OnFoot.walk
        diary.remain(kind, facility, chance.between(120, 360))
        if chance.random() < 0.4:
            # On foot to a place near by, where an app that was killed may start again.
            diary.visit(life.place_near(city, center, radius + 100, radius + 450, chance, 60), chance)
            diary.stay(diary.time + chance.between(900, 4500))

    def fixes(self, diary, number, chance):
        phone = DenseMover(self.platform, self.options.interval or 5, chance)
        killed = []
        for kind, _, arrive, depart in diary.stays:
            if kind == "short":
                # Drawn for each, so that --kill changes neither the days nor when the phone is silent otherwise.
                span = chance.between(arrive, depart), depart + chance.between(20, 120) * 60
                if chance.random() < self.options.kill:
                    killed.append(span)
        return phone.fixes(diary, chance, killed)

    def rows(self, fixes, number, chance):
        return rows(fixes, self.platform)


class IOSSilent(SilentAtRest):
    summary = """the days of normal-life with a stop of 2 to 6 minutes (kind `short`) on a share of --short-stops
    (default 0.5) of the days, after 40 % of which the member walks to a place within some hundred metres. The
    phone reports each 2 s while it moves (here each --interval, default 5) and is silent at rest. Measured on
    real phones (mobilitynet, 2019): silent 80 s after the arrival (median; 219 s at 90 %) in .97 of the stays,
    until after the departure; the first fix is 240 s after it and 206 m from the place (medians). A claimed
    accuracy of 5 to 65 m, which .02 of the errors exceed; .005 of the fixes are bad, about every second one after
    a bad one; errors of a burst are correlated by .7 to .9. Assumed: how far phones differ, the claims of bad fixes
    (400 to 1200 m), the walk of 100 to 400 m to the car, the time at the door before it, and that after a share of
    --kill (default 0.05) of the short stops the app is killed, and runs again 20 to 120 minutes after the stop.
    --noise changes nothing."""
    platform = "ios"


class AndroidSilent(SilentAtRest):
    summary = """as ios-silent, with the figures of Android: a fix each 29 s while it moves, in bursts of one each
    --interval at rest; silent 232 s after the arrival (1600 s at 90 %); no fix in the middle 60 % of .81 of the
    stays; .90 of the silences last beyond the departure, the first fix is 162 s after it, 82 m from the place; at
    rest .10 of the fixes are bad (claim 600 to 1000 m), after a bad one .94; .035 of the errors exceed
    the claim."""
    platform = "android"
