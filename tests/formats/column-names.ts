/** Column names from real spreadsheets, with the meaning of each: a field, information, a warning or an error. */
type Outcome =
  | ('id' | 'longitude' | 'latitude' | 'x' | 'y' | 'demand' | 'capacity' | 'openingCost' | 'status' | 'allowedDepots' | 'forbiddenDepots')
  /** Information: the place's name, its address, or a detail under the column's own name. */
  | 'name'
  | 'address'
  | 'detail'
  /** Kept as a detail, and named in a warning. */
  | 'named'
  /** Money, a time or a restriction that is not understood: an error until it is ignored. */
  | 'refused';

export interface ColumnName {
  readonly kind: 'customers' | 'depots';
  readonly name: string;
  readonly outcome: Outcome;
}

const of = (kind: ColumnName['kind'], outcome: Outcome, names: string): ColumnName[] =>
  names
    .split('|')
    .map((name) => name.trim())
    .map((name) => ({ kind, name, outcome }));

export const columnNames: readonly ColumnName[] = [
  ...of(
    'customers',
    'id',
    'ID | id | Customer ID | CustomerId | customer_id | Cust. No. | Code | Store code | Shop number | No | Nr. | Ref | Reference',
  ),
  ...of(
    'customers',
    'id',
    'Kundennummer | Kunden-Nr. | Kundennr | Filialnummer | Debitorennummer | Kürzel | Numéro client | Code client | N° client | Référence',
  ),
  ...of(
    'customers',
    'id',
    'Código | Código cliente | Nº cliente | Codice | Codice cliente | Klantnummer | Klantcode | Código do cliente | Kod klienta | Numer klienta',
  ),
  ...of('customers', 'id', 'Identyfikator | Šifra | Šifra stranke | Account number | SAP number | OBJECTID | Outlet ID'),
  ...of(
    'customers',
    'name',
    'Name | Customer name | CustomerName | Store | Shop name | Company | Business name | Trading name | Label | Kunde | Kundenname | Firma',
  ),
  ...of(
    'customers',
    'name',
    'Bezeichnung | Filiale | Nom | Nom du client | Raison sociale | Enseigne | Nombre | Nombre del cliente | Razón social | Cliente',
  ),
  ...of(
    'customers',
    'name',
    'Nome | Nome cliente | Ragione sociale | Negozio | Naam | Klantnaam | Bedrijfsnaam | Nome do cliente | Nazwa | Nazwa klienta | Naziv',
  ),
  ...of(
    'customers',
    'longitude',
    'Longitude | lon | LNG | Long. | GPS longitude | Longitude (WGS84) | Längengrad | Longitud | Longitudine | Lengtegraad | Długość geograficzna',
  ),
  ...of(
    'customers',
    'latitude',
    'Latitude | LAT | Lat. | GPS lat | Latitude (deg) | Breitengrad | Latitud | Latitudine | Breedtegraad | Szerokość geograficzna',
  ),
  ...of('customers', 'x', 'X | x_coord | X-coordinate | XCoord | Easting | Rechtswert | Coord X | UTM X'),
  ...of('customers', 'y', 'Y | y_coord | Y-coordinate | Northing | Hochwert | Coord Y'),
  ...of(
    'customers',
    'demand',
    'Demand | KG_DEMAND | Weekly demand | Demand kg | Demand (kg) | demand_per_week | Demand/week | Daily demand (pallets) | Quantity | Qty',
  ),
  ...of(
    'customers',
    'demand',
    'QTY (pcs) | Weight | Weight (kg) | Weight [t] | Volume | Volume (m³) | Load | Order size | Order quantity | Total demand | Avg. demand',
  ),
  ...of(
    'customers',
    'demand',
    'Number of pallets | Pallets | Pallets per week | No. of parcels | Boxes | Tonnes | kg | Units | Shipments per day',
  ),
  ...of(
    'customers',
    'demand',
    'Bedarf | Wochenbedarf | Tagesbedarf (kg) | Menge | Liefermenge | Gewicht | Gewicht (kg) | Nachfrage | Anzahl Paletten | Bedarf pro Woche',
  ),
  ...of(
    'customers',
    'demand',
    'Demande | Demande hebdomadaire | Quantité | Qté | Poids (kg) | Nombre de palettes | Nombre de colis | Besoin par semaine',
  ),
  ...of(
    'customers',
    'demand',
    'Demanda | Demanda semanal | Cantidad | Peso (kg) | Domanda | Domanda settimanale | Quantità | Fabbisogno | Colli | Bancali',
  ),
  ...of(
    'customers',
    'demand',
    'Vraag | Wekelijkse vraag | Hoeveelheid | Aantal pallets | Quantidade | Procura semanal | Zapotrzebowanie | Zapotrzebowanie tygodniowe | Ilość | Waga (kg)',
  ),
  ...of(
    'customers',
    'allowedDepots',
    'Allowed depots | Allowed warehouses | Permitted depot | Eligible depots | Erlaubte Lager | Dépôts autorisés | Toegestane depots',
  ),
  ...of('customers', 'forbiddenDepots', 'Forbidden depots | Excluded warehouses | Verbotene Lager | Dépôts interdits'),
  ...of(
    'customers',
    'address',
    'Address | Delivery address | Street | Street address | House number | Postcode | ZIP | Zip code | Postal code | City | Town | Country | CAP',
  ),
  ...of(
    'customers',
    'address',
    'Adresse | Anschrift | Lieferadresse | Straße | Strasse | Hausnummer | PLZ | Postleitzahl | Ort | Stadt | Land | Rue | Code postal | Ville | Pays',
  ),
  ...of(
    'customers',
    'address',
    'Dirección | Calle | Código postal | Ciudad | País | Población | Indirizzo | Via | Città | Comune | Paese | Adres | Straat | Huisnummer | Plaats',
  ),
  ...of('customers', 'address', 'Endereço | Morada | Rua | Cidade | Ulica | Kod pocztowy | Miasto | Miejscowość | Naslov | Address line 1'),
  ...of(
    'customers',
    'detail',
    'Phone | Telephone | Phone number | Mobile | E-mail | Email | Mail address | Fax | Contact | Contact person | Contact name | Website | URL',
  ),
  ...of(
    'customers',
    'detail',
    'Notes | Note | Comments | Remarks | Description | Delivery instructions | Driver notes | Info | Region | State | Province | County | District',
  ),
  ...of(
    'customers',
    'detail',
    'Telefon | Telefonnummer | Handy | Ansprechpartner | Bemerkung | Bemerkungen | Hinweise | Bundesland | Téléphone | Courriel | Remarques',
  ),
  ...of(
    'customers',
    'detail',
    'Commentaire | Teléfono | Correo electrónico | Observaciones | Provincia | Telefono | Contatto | Regione | Telefoon | Opmerkingen',
  ),
  ...of(
    'customers',
    'detail',
    'Contactpersoon | Telefone | Observações | Telefon kontaktowy | Uwagi | Województwo | Type | Category | Segment | Brand | Chain | Branche',
  ),
  ...of('customers', 'detail', 'VAT number | Tax ID | USt-IdNr. | NIP | Created at | Last updated | Tags | Colour | Store manager'),
  ...of(
    'customers',
    'named',
    'Foo | Column1 | Square metres | Employees | Loyalty programme | Mood | Wetter | Effectif | Superficie | Superficie m2 | Personeel | 備考 | Заметка',
  ),
  ...of(
    'customers',
    'refused',
    'Delivery window | Time window | Opening hours | Ready time | Due date | Earliest | Latest | Service time | Stop duration | Unloading time',
  ),
  ...of(
    'customers',
    'refused',
    'Delivery day | Delivery days | Weekday | Frequency | Visits per week | Deadline | Open from | Open until | Stop (min) | Arrival',
  ),
  ...of(
    'customers',
    'refused',
    'Zeitfenster | Öffnungszeiten | Lieferzeit | Standzeit | Liefertag | Anlieferzeit von | Créneau horaire | Horaires | Heure de livraison | Durée',
  ),
  ...of(
    'customers',
    'refused',
    'Horario | Ventana horaria | Fecha de entrega | Orario di consegna | Finestra oraria | Tijdvenster | Openingstijden | Janela de entrega | Okno czasowe | Godziny otwarcia',
  ),
  ...of(
    'customers',
    'refused',
    'Served from warehouse | Served by | Assigned depot | Warehouse | Lager | Dépôt | Vehicle type | Truck | Driver | Route | Tour | Max vehicle weight',
  ),
  ...of(
    'customers',
    'refused',
    'Priority | Required skills | Active | Status | Capacity | Only small vans | Fahrzeugtyp | Fahrer | Priorität | Chauffeur | Véhicule | Ruta',
  ),
  ...of(
    'customers',
    'refused',
    'Price | Revenue | Turnover (EUR) | Sales 2024 | Delivery cost | Penalty | Umsatz | Lieferkosten | Chiffre (€) | Precio | Fatturato | Omzet | Cena',
  ),
  ...of(
    'depots',
    'id',
    'ID | Depot | Warehouse | Site | Depot ID | Warehouse code | Site no. | Hub | DC | Lager | Lagernummer | Standort | Entrepôt | Almacén | Magazzino | Magazijn',
  ),
  ...of(
    'depots',
    'name',
    'Name | Warehouse name | Depot name | Lagername | Nom du dépôt | Nombre del almacén | Nome magazzino | Nazwa magazynu',
  ),
  ...of(
    'depots',
    'capacity',
    'Capacity | Cap | Depot capacity | Warehouse capacity (pallets) | Capacity per week | Weekly capacity | daily capacity | Max. capacity | Throughput',
  ),
  ...of(
    'depots',
    'capacity',
    'Kapazität | Lagerkapazität | Kapazität (kg) | Capacité | Capacité max | Capacidad | Capacità | Capaciteit | Capacidade | Pojemność | Przepustowość',
  ),
  ...of(
    'depots',
    'openingCost',
    'Opening cost | Fixed cost | Fixed costs (EUR) | Rent per week (EUR) | Weekly rent | Rent/week | Rental | Rent | Monthly rent | Annual rent | Lease',
  ),
  ...of(
    'depots',
    'openingCost',
    'Cost | Yearly cost | Setup cost | Rent €/month | Rent (EUR/week) | Miete | Wochenmiete | Monatsmiete (EUR) | Miete pro Monat | Fixkosten | Kosten',
  ),
  ...of(
    'depots',
    'openingCost',
    'Loyer | Loyer mensuel | Coût fixe | Coût d’ouverture | Alquiler | Alquiler mensual | Coste fijo | Affitto | Affitto mensile | Costo fisso',
  ),
  ...of(
    'depots',
    'openingCost',
    'Huur | Huur per maand | Vaste kosten | Aluguel | Renda mensal | Custo fixo | Czynsz | Czynsz miesięczny | Koszt stały | Najemnina',
  ),
  ...of('depots', 'status', 'Status | Lock | Statut'),
  ...of('depots', 'address', 'Address | City | Adresse | PLZ | Indirizzo | Ulica'),
  ...of('depots', 'detail', 'Phone | Notes | Region | Manager | Telefon | Type'),
  ...of('depots', 'named', 'Loading docks | Floor area | Built | Quantity on hand'),
  ...of(
    'depots',
    'refused',
    'Cost per km | Price per m2 | Labour cost | Transport cost | Insurance (EUR) | Investment | Deposit (EUR) | Umsatz',
  ),
  ...of(
    'depots',
    'refused',
    'Opening hours | Opening date | Available from | Lease end date | Öffnungszeiten | Horaires | Must open | Existing',
  ),
];
