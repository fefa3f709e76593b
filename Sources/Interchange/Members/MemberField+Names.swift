extension MemberField {
    /// English names first, then German, French, Spanish and Italian ones, without accents.
    package var columnNames: [String] {
        switch self {
        case .memberID:
            [
                "memberid", "membernumber", "memberno", "membershipid", "membershipnumber", "membershipno",
                "employeeid", "employeenumber", "employeeno", "empid", "empno", "empnumber", "staffid", "staffnumber",
                "staffno", "workerid", "associateid", "personnelid", "personnelnumber", "personnelno", "payrollid",
                "payrollnumber", "badgeid", "badgenumber", "badgeno", "userid", "customerid", "customernumber",
                "customerno", "clientid", "clientnumber", "personid", "patientid", "patientnumber", "participantid",
                "subscriberid", "insuredid",
                // German
                "mitgliedsnummer", "mitgliedsnr", "mitgliednummer", "mitgliednr", "mitgliedsid", "mitgliedid",
                "mitarbeiterid", "mitarbeiternummer", "mitarbeiternr", "personalnummer", "personalnr", "personalid",
                "persnr", "personennummer", "kundennummer", "kundennr", "kundenid", "teilnehmerid",
                "teilnehmernummer", "teilnehmernr", "versichertennummer", "versichertennr", "patientennummer",
                "benutzerid", "nutzerid",
                // French
                "idmembre", "numeromembre", "numerodemembre", "nomembre", "idadherent", "numeroadherent",
                "numerodadherent", "noadherent", "nosalarie", "noclient",
                "idsalarie", "numerosalarie", "idemploye", "numeroemploye", "numerodemploye", "matricule",
                "matriculesalarie", "idclient", "numeroclient", "idutilisateur",
                // Spanish
                "idsocio", "numerosocio", "numerodesocio", "idmiembro", "numeromiembro", "idempleado",
                "numeroempleado", "numerodeempleado", "codigoempleado", "legajo", "idcliente", "numerocliente",
                "idusuario",
                // Italian
                "idmembro", "numeromembro", "idiscritto", "numeroiscritto", "numerotessera", "codicesocio",
                "iddipendente", "numerodipendente", "codicedipendente", "matricola", "codicecliente", "idutente",
                // The person alone
                "member", "employee", "user", "mitglied", "mitarbeiter", "kunde", "teilnehmer", "benutzer", "membre",
                "adherent", "salarie", "employe", "utilisateur", "socio", "miembro", "empleado", "usuario", "membro",
                "iscritto", "dipendente", "utente", "tessera",
                // Words for any number, which in a list of members is theirs
                "id", "nr", "nummer", "no", "num", "numero", "number", "identifiant", "identificador",
                "identificativo",
            ]
        case .facilityID:
            [
                "facilityid", "facilitynumber", "facilitycode", "storeid", "storenumber", "storecode", "siteid",
                "sitenumber", "sitecode", "locationid", "locationnumber", "locationcode", "gymid", "clubid",
                "clubnumber", "clinicid", "branchid", "branchnumber", "branchcode", "placeid", "geofenceid",
                "studioid", "officeid",
                // German
                "standortid", "standortnr", "standortnummer", "filialid", "filialnr", "filialnummer", "studionr",
                "studionummer", "clubnr", "clubnummer", "einrichtungsid", "einrichtungsnr", "objektid", "objektnr",
                "objektnummer",
                // French
                "idsite", "codesite", "numerosite", "idetablissement", "codeetablissement", "idsalle", "idmagasin",
                "idcentre", "idagence", "codeagence",
                // Spanish
                "idcentro", "codigocentro", "idsede", "idlocal", "idsucursal", "idgimnasio", "idtienda",
                // Italian
                "idstruttura", "codicestruttura", "codicesede", "idfiliale", "codicefiliale", "idpalestra",
                // The place alone
                "facility", "gym", "club", "clinic", "store", "site", "location", "branch", "studio", "office",
                "standort", "filiale", "einrichtung", "etablissement", "salle", "magasin", "centre", "agence",
                "centro", "sede", "sucursal", "gimnasio", "struttura", "palestra",
            ]
        case .deviceID:
            [
                "deviceid", "phoneid", "deviceuuid", "deviceidentifier", "gerateid", "geraeteid", "geratid",
                "handyid", "idappareil", "idtelephone", "iddispositivo", "idtelefono", "device", "phone", "gerat",
                "geraet", "handy", "appareil", "dispositivo", "uuid",
            ]
        case .platform:
            [
                "platform", "deviceplatform", "os", "operatingsystem", "deviceos", "plattform", "betriebssystem",
                "plateforme", "systemedexploitation", "plataforma", "sistemaoperativo", "piattaforma",
            ]
        case .timeZone:
            [
                "timezone", "timezoneid", "ianatimezone", "timezonename", "tz", "tzid", "tzname", "zeitzone",
                "fuseauhoraire", "fuseau", "zonahoraria", "husohorario", "fusoorario", "zonaoraria",
            ]
        case .memberName:
            [
                "membername", "employeename", "personname", "patientname", "customername", "fullname", "displayname",
                "name", "mitgliedsname", "mitarbeitername", "vollername", "nomcomplet", "nommembre", "nom",
                "nombrecompleto", "nombre", "nomecompleto", "nominativo", "nome",
            ]
        case .group:
            [
                "group", "groupname", "groupid", "membergroup", "employer", "employername", "company", "companyname",
                "organization", "organisation", "organizationname", "organisationname",
                // German
                "gruppe", "gruppenname", "arbeitgeber", "firma", "firmenname", "unternehmen",
                // French
                "groupe", "employeur", "entreprise", "societe",
                // Spanish
                "grupo", "empleador", "empresa",
                // Italian
                "gruppo", "datoredilavoro", "azienda",
            ]
        }
    }
}
