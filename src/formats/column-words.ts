/**
 * What people call the columns of their tables, in English, German, French, Spanish, Italian, Dutch, Portuguese, Polish and Slovene.
 * Words are in lower case, without accents; a phrase is written as one word.
 */

import { serviceWords } from './service-words.ts';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Columns that are used, best name first. */
export const fieldWords = {
  id: words(`id identifier ident code key number num no nr n reference ref uid uuid guid pk idnumber idno idnr index idx
    accountnumber accountno account objectid fid osmid sapnumber sapno
    kennung nummer schlussel schluessel kurzel kuerzel debitorennummer debitor numero identifiant identificateur cle
    codigo clave identificador codice cod chiave identificativo sleutel referentie referencia riferimento chave numer kod
    identyfikator oznaka sifra stevilka cislo`),
  longitude: words(`longitude lon lng long longitudine longitud lengtegraad langengrad laengengrad lange laenge
    dlugosc dlugoscgeograficzna geographischelange geographischelaenge zemljepisnadolzina dolzina`),
  latitude: words(`latitude lat latitudine latitud breedtegraad breitengrad breite szerokosc szerokoscgeograficzna
    geographischebreite zemljepisnasirina sirina`),
  x: words('x xcoord xcoordinate xpos posx easting rechtswert ostwert este xkoordinate xkoord coordx coordonneex coordenadax'),
  y: words('y ycoord ycoordinate ypos posy northing hochwert nordwert norte ykoordinate ykoord coordy coordonneey coordenaday'),
  demand: words(`demand quantity qty q load weight volume amount orders ordersize ordervolume orderquantity orderqty need
    consumption tonnage mass payload freight dropsize shipment shipments units pieces parcels pallets boxes crates cases cartons
    deliveryquantity deliveryvolume deliverysize
    bedarf nachfrage menge gewicht volumen liefermenge bestellmenge ladung stuckzahl stueckzahl stuck paletten pakete
    demande quantite qte poids besoin chargement colis palettes quantitelivree volumelivre
    demanda cantidad cant peso carga palets cajas pedidos domanda quantita qta fabbisogno carico colli bancali
    vraag hoeveelheid aantal behoefte lading pallet dozen quantidade qtd qtde procura caixas paletes
    zapotrzebowanie popyt ilosc waga masa ladunek objetosc palety paczki
    povprasevanje kolicina teza mnozstvi poptavka`),
  capacity: words(`capacity cap maxcapacity maximumcapacity supply throughput maxthroughput limit storage
    kapazitat kapazitaet maxkapazitat maximalekapazitat durchsatz capacite capacitemax capacitemaximale
    capacidad capacidadmaxima capacita capacitamassima capaciteit maxcapaciteit capacidade capacidademaxima
    pojemnosc przepustowosc zdolnosc kapaciteta kapacita zmogljivost`),
  openingCost: words(`openingcost opencost fixedcost setupcost cost rent rental lease leasing rentcost rentalcost leasecost
    operatingcost runningcost openingfee setupfee fixedfee
    eroffnungskosten eroeffnungskosten fixkosten fixekosten kosten miete pacht mietkosten mietpreis kaltmiete warmmiete betriebskosten
    standortkosten einrichtungskosten
    coutouverture coutfixe coutsfixes cout couts loyer bail fraisfixes coutinstallation coutexploitation
    costeapertura costoapertura costefijo costofijo costesfijos costosfijos coste costo costes costos alquiler renta arriendo arrendamiento
    costofisso costifissi costi affitto canone canoneaffitto canonelocazione locazione
    openingskosten vastekosten huur huurprijs huurkosten
    custoabertura custofixo custosfixos custo custos aluguel aluguer renda arrendamento
    kosztotwarcia kosztstaly kosztystale koszt koszty czynsz najem kosztnajmu
    strosekodprtja fiksnistrosek strosek stroski najemnina naklady`),
  status: words('status lock statut stato zustand stanje'),
  allowedDepots: words('alloweddepot'),
  forbiddenDepots: words('forbiddendepot'),
  ...serviceWords,
} as const satisfies Record<string, readonly string[]>;

export type Field = keyof typeof fieldWords;

/** What people call the place; the id where nothing else identifies it. */
export const nameWords = words(`name label title designation company companyname business businessname displayname fullname shortname
  tradingname accountname
  bezeichnung benennung firma firmenname unternehmen nom denomination raisonsociale enseigne intitule libelle entreprise societe
  nombre denominacion razonsocial empresa nome denominazione ragionesociale azienda societa insegna
  naam benaming bedrijf bedrijfsnaam denominacao razaosocial nomefantasia nazwa nazwafirmy przedsiebiorstwo naziv ime podjetje nazev`);

/** Parts of a postal address, which are put together in one line. */
export const addressWords = {
  address: words(`address addr fulladdress postaladdress deliveryaddress shippingaddress shiptoaddress
    adresse anschrift lieferadresse lieferanschrift adressepostale adressedelivraison adresselivraison direccion domicilio direccionentrega
    indirizzo indirizzoconsegna recapito adres afleveradres bezorgadres endereco morada enderecoentrega adresdostawy naslov adresa`),
  street: words(`street streetaddress streetname road addressline strasse str strassenname adresszeile rue voie calle via straat
    straatnaam rua ulica ul`),
  house: words(
    'housenumber houseno housenr streetnumber buildingnumber hausnummer hausnr numerorue civico numerocivico huisnummer nrdomu numerdomu',
  ),
  postcode: words(`postcode postalcode zip zipcode plz postleitzahl codepostal cp codigopostal codicepostale cep kodpocztowy
    postnr postnummer postnastevilka psc`),
  city: words(`city town municipality village locality suburb ort stadt wohnort gemeinde ortschaft ville commune localite ciudad poblacion
    municipio localidad citta comune localita plaats stad woonplaats gemeente cidade concelho localidade miasto miejscowosc mesto kraj obec`),
  country: words('country countrycode land staat pays pais paese nazione drzava'),
} as const satisfies Record<string, readonly string[]>;

export type AddressPart = keyof typeof addressWords;

/** Kept as details: they do not affect plans, but readers may want them. */
export const detailWords = words(`region state province county district canton department area zone territory sector neighbourhood
  neighborhood continent timezone
  bundesland kanton bezirk kreis landkreis gebiet departement arrondissement quartier provincia comunidad barrio distrito estado regione
  quartiere provincie wijk regiao bairro wojewodztwo powiat gmina dzielnica regija pokrajina
  type kind category class segment group brand chain channel industry format size floor building unit rank
  typ art kategorie klasse gruppe marke branche kette format categorie classe groupe marque secteur tipo categoria clase grupo marca
  gruppo settore soort klasse merk groep rodzaj grupa kategoria marka branza
  website web homepage url link photo image picture icon colour color symbol marker tag tags language sprache langue idioma lingua taal
  internetseite webseite siteweb sitioweb sitoweb
  vat vatid vatno vatnumber taxid taxnumber taxno ustid ustidnr steuernummer siret siren tva nif cif cnpj partitaiva codicefiscale btw btwnummer
  nip regon kvk iban ean gln gtin sku ordernumber orderno orderid bestellnummer auftragsnummer
  created createdat createdby creationdate updated updatedat modified lastmodified lastupdate lastupdated source owner
  manager supervisor salesperson salesrep representative responsible person firstname lastname surname
  ansprechpartner ansprechperson inhaber vertreter leiter verkaufer responsable gerant encargado gerente referente responsabile direttore
  eigenaar beheerder contactpersoon responsavel kierownik wlasciciel lastnik
  geometry geom wkt geohash pluscode what3words elevation altitude population currency wahrung devise moneda valuta moeda waluta`);

/** A column with one of these words is a remark or contact data, whatever else its name contains. */
export const remarkWords =
  words(`note notes comment comments remark remarks instruction instructions description memo info information details
  detail observation observations
  notiz notizen bemerkung bemerkungen anmerkung anmerkungen hinweis hinweise kommentar beschreibung lieferhinweis lieferhinweise
  remarque remarques commentaire commentaires consigne consignes nota notas observaciones comentario comentarios descripcion instrucciones
  osservazioni commento commenti descrizione istruzioni opmerking opmerkingen notitie notities toelichting omschrijving
  observacao observacoes comentarios descricao instrucoes uwaga uwagi notatka notatki komentarz opis opomba opombe opis
  phone telephone tel telefon telefonnummer telefono telefoon telefone mobile cell cellphone mobil handy handynummer portable movil cellulare
  mobiel telemovel celular komorka gsm fax email mail emails correo correio courriel poczta eposta
  contact contacts kontakt contacto contatto contato`);

/** Words for the place itself in a column name: 'Customer Name', 'depot_capacity', 'Nom du client'. */
export const ownerWords = {
  customers:
    words(`customer cust kd client shop store outlet branch recipient consignee retailer receiver delivery point location place stop drop
    dropoff destination market supermarket pos
    kunde kunden filiale filialen laden markt empfanger lieferstelle clients magasin boutique destinataire cliente clientes tienda destinatario
    negozio punto vendita clienti klant klanten winkel afnemer loja klient klienta klienci klientow odbiorca sklep stranka stranke trgovina`),
  depots:
    words(`depot warehouse site facility facilities hub dc rdc center centre distribution candidate plant terminal location place branch
    lager lagerhaus standort standorte zentrallager verteilzentrum depots entrepot entrepots plateforme site
    almacen almacenes deposito depositos centro distribucion nave magazzino magazzini deposito sede sito
    magazijn magazijnen vestiging distributiecentrum armazem armazens magazyn magazynu magazyny centrum skladisce sklad`),
} as const;

/** In a table of customers, these words never mean the customer. */
export const depotWords =
  words(`depot warehouse hub dc rdc lager lagerhaus zentrallager entrepot almacen deposito magazzino magazijn armazem
  magazyn magazynu skladisce plant facility`);

/** The first half of compounds: 'Kundenname', 'Lagerkapazität', 'klantnummer'. */
export const ownerPrefix =
  /^(?:kunden|kunde|filial|filialen|lager|depot|standort|klanten|klant|winkel|magazijn|customer|client|shop|store|warehouse)(?=.{2,})/;

/** 'Wochenmiete', 'Tagesbedarf', 'maandhuur'. Periods only matter because costs and demands must have the same one. */
export const periodPrefixes = {
  day: /^(?:tages|dag)(?=.{4,})/,
  week: /^(?:wochen|week)(?=.{4,})/,
  month: /^(?:monats|maand)(?=.{4,})/,
  year: /^(?:jahres|jaar)(?=.{4,})/,
} as const;

export type Period = keyof typeof periodPrefixes;

/** Adjectives, which mean a period anywhere in a name. */
export const periodAdjectives: Readonly<Record<Period, readonly string[]>> = {
  day: words(
    'daily taglich tagliche taglicher tagliches taeglich taegliche taeglicher taegliches journalier journaliere quotidien quotidienne diario diaria giornaliero giornaliera dagelijks dagelijkse dzienny dzienna dzienne dziennie dnevni dnevno',
  ),
  week: words(
    'weekly wochentlich wochentliche wochentlicher wochentliches woechentlich woechentliche woechentlicher woechentliches hebdomadaire hebdo semanal settimanale wekelijks wekelijkse tygodniowy tygodniowa tygodniowe tygodniowo tedenski tedensko',
  ),
  month: words(
    'monthly monatlich monatliche monatlicher monatliches mensuel mensuelle mensual mensile maandelijks maandelijkse mensal miesieczny miesieczna miesieczne miesiecznie mesecni mesecna mesecno',
  ),
  year: words(
    'yearly annual annually annum pa jahrlich jahrliche jahrlicher jahrliches jaehrlich jaehrliche jaehrlicher jaehrliches annuel annuelle anual annuale annuo jaarlijks jaarlijkse roczny roczna roczne rocznie letni letna letno',
  ),
};

/** Nouns, which mean a period only after 'per' or a slash: 'Delivery day' is something else. */
export const periodNouns: Readonly<Record<Period, readonly string[]>> = {
  day: words('day d tag jour dia giorno dag dzien dan'),
  week: words('week wk w woche semaine semana settimana tydzien teden'),
  month: words('month mo mon monat mois mes mese maand miesiac mesec'),
  year: words('year yr y a annum jahr an annee ano anno jaar rok leto'),
};

export const perWords = words('per pro par por al je na a p');

/** Words without a meaning of their own. */
export const fillerWords =
  words(`of the for in de du des la le les del della dello di da do dos das der die den dem dei d van het een el los
  las und and total overall average avg mean expected estimated planned gps geo wgs84 wgs coord coords coordinate koordinate koordinaten
  coordonnee coordonnees coordenada coordenadas coordinata coordinate wspolrzedna wspolrzedne deg degree degrees decimal dd utm
  value wert`);

/** Units: standard spelling, then others. */
export const unitWords = {
  currency: {
    EUR: words('eur euro euros €'),
    USD: words('usd $ dollar dollars'),
    GBP: words('gbp £'),
    CHF: words('chf'),
    PLN: words('pln zl zloty'),
    CZK: words('czk kc'),
    SEK: words('sek'),
    NOK: words('nok'),
    DKK: words('dkk'),
    HUF: words('huf ft'),
    JPY: words('jpy ¥'),
    CNY: words('cny rmb'),
    INR: words('inr ₹'),
    BRL: words('brl r$'),
    CAD: words('cad'),
    AUD: words('aud'),
    MXN: words('mxn'),
    TRY: words('try ₺'),
    ZAR: words('zar'),
  },
  demand: {
    kg: words('kg kgs kilo kilos kilogram kilograms kilogramm kilogrammes kilogramos'),
    t: words('t to ton tons tonne tonnes tonnen tonnellate toneladas ton tony'),
    g: words('g gram grams gramm'),
    lb: words('lb lbs pound pounds'),
    l: words('l liter liters litre litres litros litri ltr'),
    'm³': words('m3 m³ cbm'),
    pallets: words('pallets pallet plt paletten palettes palets bancali paletes palety pal'),
    boxes: words('boxes box kartons cajas caixas dozen colis colli'),
    pieces: words('pieces pcs piece stk stuck stueck szt unidades pezzi stuks'),
    crates: words('crates crate cases kisten caisses'),
    parcels: words('parcels parcel pakete paczki'),
    units: words('units unit einheiten unites unita'),
  },
} as const;

/** Word beginnings, and short whole words, that suggest money, a time or a restriction. */
export const suspects = {
  money: {
    start: words(`cost price pricing rent lease fee charge tariff budget invest expens salar wage toll revenue turnover sales profit margin
      discount surcharge penalt fine deposit payment invoice balance credit
      kost preis miet pacht gebuhr umsatz ertrag steuer rabatt zuschlag cout prix loyer frais tarif chiffreaffaires recette remise
      cost precio alquiler tarifa ingreso venta gasto prezzo affitto canone tariff fatturat spes prijs huur omzet tarie
      custo preco aluguel aluguer receita despesa koszt cena czynsz oplat przychod strosek najemnin prihod`),
    whole: words('tax rate rates vat mwst capex opex eur usd gbp chf pln euro'),
    within: words('kosten preis miete gebuhr umsatz huur prijs koszt'),
  },
  time: {
    start: words(`time date hour minute window deadline duration arrival departure schedul frequenc visit weekday monday tuesday wednesday
      thursday friday saturday sunday earliest latest ready due turnaround waiting season holiday
      zeit liefertag werktag uhr datum dauer frist termin stunde minuten offnung oeffnung wochentag montag dienstag mittwoch donnerstag freitag samstag sonntag
      heure horaire jour duree delai fenetre creneau lundi mardi mercredi jeudi vendredi hora fecha duracion plazo ventana lunes martes
      orari giorn durat finestr scadenz tijd venster duur openingstijd janela prazo duracao czas godzin termin harmonogram dzien okno
      urnik`),
    whole: words(`day days tag tage hours opens opening closes closing from until till start end am pm dia dias ora ore data dag dagen od do
      shift shifts lead wait days week weeks month year timestamp eta etd tw min mins ura cas`),
    within: words('zeit fenster dauer uhrzeit tijd venster window'),
  },
  restriction: {
    start:
      words(`max min limit allow permit eligib forbid exclu restrict constrain priorit skill vehicle truck lorry fleet driver route tour trip
      serv assign requir must refriger frozen hazard pickup return collect backhaul capacit temperatur stack active enabled locked existing
      erlaubt verbot zulass nur fahrzeug fahrer kapazitat kapazitaet kuhl gefahr abhol vehicul camion chauffeur tourn autoris interdit obligat
      conductor ruta permitid prohib veicol autist ammess vietat voertuig toegestan verbod verplicht motorist rota veicul proibid
      pojazd kierowc trasa dozwol zabron pojemnosc przepustowosc voznik vozilo dovoljen status`),
    whole: words('only cannot open closed lock lkw rit giro access adr use include included excluded sequence seq'),
    within: words('kapazitat fahrzeug capaciteit'),
  },
} as const;
