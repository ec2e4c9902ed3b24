/** The language that the columns of tables are named in, for sheets and reports about them. */
import type { Language } from '../problem/languages.ts';
import { foldName } from './spelling.ts';

/** Words of column names, folded; those that several languages share speak for each of them. */
const telling: Readonly<Record<Language, string>> = {
  en: `id longitude latitude demand quantity weight capacity opening cost rent status service time window windows vehicle vehicles hours loading
    handling min max load allowed forbidden depot depots opens closes address customer`,
  de: `kunde kunden kundennummer kundenname filiale bezeichnung strasse ort stadt plz postleitzahl anschrift lieferadresse breite laenge lange
    breitengrad langengrad laengengrad bedarf menge liefermenge bestellmenge gewicht nachfrage paletten kapazitat kapazitaet miete pacht
    fixkosten eroffnungskosten eroeffnungskosten standort standorte lager lagerort zeitfenster lieferfenster oeffnungszeiten offnungszeiten
    servicezeit standzeit entladezeit von bis fahrzeug fahrzeuge fahrzeugtyp anzahl kosten bemerkung telefon monat tag woche kennung nummer`,
  fr: `client clients magasin magasins adresse ville rue codepostal demande quantite poids besoin capacite loyer bail cout couts depot depots
    entrepot entrepots ouverture fermeture creneau debut fin vehicule vehicules nombre duree livraison remarque telephone mois jour semaine nom
    statut palettes numero`,
  es: `cliente clientes tienda tiendas direccion ciudad calle longitud latitud demanda cantidad peso carga palets capacidad alquiler coste costo
    deposito almacen almacenes apertura cierre ventana inicio fin vehiculo vehiculos numero duracion entrega observaciones telefono mes dia
    semana nombre estado`,
  it: `cliente clienti negozio negozi indirizzo citta via cap longitudine latitudine domanda quantita peso carico bancali capacita affitto canone
    costo costi deposito depositi magazzino magazzini apertura chiusura fascia inizio fine veicolo veicoli numero durata consegna note telefono
    mese giorno settimana nome stato`,
  nl: `klant klanten klantnaam winkel winkels adres stad plaats straat postcode lengtegraad breedtegraad vraag hoeveelheid gewicht aantal lading
    dozen capaciteit huur kosten vastekosten vaste depot depots magazijn openingstijd sluitingstijd tijdvenster venster voertuig voertuigen duur
    levering opmerking opmerkingen telefoon maand dag week naam van tot`,
  pt: `cliente clientes loja lojas endereco morada cidade rua longitude latitude procura demanda quantidade peso carga paletes capacidade aluguel
    aluguer renda custo custos deposito armazem armazens abertura fecho janela inicio fim veiculo veiculos numero duracao entrega observacoes
    telefone mes dia semana nome estado`,
  pl: `klient klienci odbiorca sklep sklepy adres miasto ulica dlugosc szerokosc zapotrzebowanie popyt ilosc waga masa ladunek palety pojemnosc
    czynsz koszt koszty magazyn magazyny otwarcie zamkniecie okno czas od do pojazd pojazdy liczba dostawa uwagi telefon miesiac dzien tydzien
    nazwa stan geograficzna`,
};

const byWord = new Map<string, Set<Language>>();
for (const [language, words] of Object.entries(telling) as [Language, string][])
  for (const word of words.split(/\s+/)) byWord.set(word, (byWord.get(word) ?? new Set()).add(language));

/** The one that most words of the names speak for; undefined where two are as likely, and for English, which needs no mention. */
export function languageOf(names: readonly string[]): Language | undefined {
  const votes = new Map<Language, number>();
  const words = new Set(names.flatMap((name) => name.split(/[^\p{L}]+/u)).map((word) => foldName(word)));
  for (const word of words) for (const language of byWord.get(word) ?? []) votes.set(language, (votes.get(language) ?? 0) + 1);
  const [best, second] = [...votes].toSorted(([, a], [, b]) => b - a);
  return best === undefined || best[1] === second?.[1] || best[0] === 'en' ? undefined : best[0];
}
