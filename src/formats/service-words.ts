/** What people call columns of times, vehicles and operations, in the languages of `column-words.ts`; a phrase is written as one word. */

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

export const serviceWords = {
  serviceTime: words(`servicetime service serviceduration servicetimes stoptime stopduration unloadingtime unloading dwelltime timeonsite
    timeatstop serviceminutes servicemin minutesonsite
    servicezeit servicedauer standzeit entladezeit abladezeit haltezeit aufenthaltszeit bedienzeit
    tempsservice tempsdeservice dureeservice dureedeservice tempsdechargement tempsdedechargement tempsarret dureearret
    tiemposervicio tiempodeservicio duracionservicio tiempodescarga tiempoparada temposervizio tempodiservizio durataservizio temposcarico
    tempososta servicetijd lostijd stoptijd laadlostijd temposervico tempodeservico tempodescarga tempoparada
    czasobslugi czasrozladunku czaspostoju casstrezbe casraztovarjanja`),
  windowStart:
    words(`windowstart timewindowstart starttime earliest earliesttime earliestarrival earlieststart readytime ready twstart twfrom
    windowfrom windowopens openfrom opensat opens deliverfrom notbefore
    zeitfensterbeginn zeitfensterstart zeitfenstervon fenstervon fensterbeginn fruhestens fruehestens anlieferzeitvon lieferzeitvon offenab
    debutfenetre fenetredebut heuredebut auplustot debutcreneau inicioventana ventanainicio horainicio iniziofinestra finestrainizio
    orainizio venstervan tijdvenstervan begintijd openvanaf iniciojanela janelainicio oknood poczatekokna zacetekokna`),
  windowEnd: words(`windowend timewindowend endtime latest latesttime latestarrival duetime duedate due twend twto windowto windowuntil
    windowcloses openuntil opentill closesat closes deliveruntil notafter
    zeitfensterende zeitfensterbis fensterbis fensterende spatestens spaetestens anlieferzeitbis lieferzeitbis offenbis
    finfenetre fenetrefin heurefin auplustard fincreneau finventana ventanafin horafin finefinestra finestrafine orafine
    venstertot tijdvenstertot eindtijd opentot fimjanela janelafim oknodo koniecokna konecokna`),
  timeWindows: words(`timewindow timewindows window windows deliverywindow deliverywindows openinghours businesshours receivinghours hours
    zeitfenster lieferfenster lieferzeitfenster lieferzeit lieferzeiten offnungszeit offnungszeiten oeffnungszeiten annahmezeiten
    fenetre fenetrehoraire fenetretemps creneau creneaux creneauhoraire horaires horaire ventana ventanahoraria ventanatiempo horario
    horarios finestra finestraoraria orari orario orarioconsegna tijdvenster venster openingstijden levertijd janela janelahoraria
    janelaentrega oknoczasowe okno godzinyotwarcia casovnookno odpiralnicas`),
  vehicles: words(`vehicles vehicletypes allowedvehicles allowedvehicletypes vehicletype vehicle fahrzeuge fahrzeugtyp fahrzeugtypen
    vehicules typevehicule vehiculos tipovehiculo veicoli tipoveicolo voertuigen voertuigtype veiculos tipoveiculo pojazdy typpojazdu vozila`),
  quantities: words('quantities'),
  openingHours: words(`openinghours hours openhours businesshours workinghours operatinghours offnungszeit offnungszeiten oeffnungszeiten
    betriebszeiten arbeitszeiten horaires horaire heuresouverture horario horarios orari orario orariapertura openingstijden
    horariofuncionamento godzinyotwarcia godzinypracy odpiralnicas`),
  opens: words('opens opensat openfrom openingtime opentime offnet offenab ouvre abre apre opent otwarcie odpre'),
  closes: words('closes closesat openuntil closingtime closetime schliesst offenbis ferme cierra chiude sluit zamkniecie zapre'),
  loadingTime: words(`loadingtime loadtime loading loadingduration ladezeit beladezeit beladungszeit tempschargement tempsdechargement
    dureechargement tiempocarga tiempodecarga tempocarico laadtijd tempocarga czaszaladunku casnatovarjanja`),
  handlingCost: words(`handlingcost handlingcostperunit costperunit variablecost handlingfee throughputcost unitcost umschlagkosten
    umschlagskosten handlingkosten variablekosten coutmanutention coutvariable costemanipulacion costomanipulacion costevariable
    costovariabile costomovimentazione handelingskosten variabelekosten customanuseio custovariavel kosztobslugi kosztprzeladunku
    strosekpretovora`),
  minLoad: words(`minload minimumload minthroughput minimumthroughput minquantity minimumquantity mindestmenge mindestauslastung
    chargeminimale chargemin quantiteminimale cargaminima cantidadminima caricominimo quantitaminima minimalelading minimumhoeveelheid
    quantidademinima minimalnyladunek najmanjsakolicina`),
  maxVehicles: words(`maxvehicles maximumvehicles numberofvehicles vehicles maxroutes maximumroutes maxtrucks maxfahrzeuge anzahlfahrzeuge
    fahrzeuge vehiculesmax nombrevehicules nombredevehicules maxvehiculos numerovehiculos maxveicoli numeroveicoli maxvoertuigen
    aantalvoertuigen maxveiculos numeroveiculos liczbapojazdow stevilovozil`),
} as const satisfies Record<string, readonly string[]>;

/** What a column needs to be understood: without a speed, nobody can say when a vehicle is where. */
export const needs: Readonly<Partial<Record<string, 'speed' | 'vehicles'>>> = {
  serviceTime: 'speed',
  windowStart: 'speed',
  windowEnd: 'speed',
  timeWindows: 'speed',
  openingHours: 'speed',
  opens: 'speed',
  closes: 'speed',
  loadingTime: 'speed',
  vehicles: 'vehicles',
  quantities: 'vehicles',
};
