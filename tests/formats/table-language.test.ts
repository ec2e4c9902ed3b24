import { describe, expect, it } from 'vitest';
import { tokensOf } from '../../src/formats/column-name.ts';
import { readInstance } from '../../src/formats/read.ts';
import { languageOf } from '../../src/formats/words.ts';

describe('the language of tables', () => {
  it.each([
    [['Kunde', 'Straße', 'Länge', 'Breite', 'Bedarf (kg)'], 'de'],
    [['Client', 'Ville', 'Longitude', 'Latitude', 'Quantité'], 'fr'],
    [['Cliente', 'Dirección', 'Longitud', 'Latitud', 'Demanda'], 'es'],
    [['Cliente', 'Indirizzo', 'Longitudine', 'Latitudine', 'Quantità'], 'it'],
    [['Klant', 'Straat', 'Lengtegraad', 'Breedtegraad', 'Vraag'], 'nl'],
    [['Cliente', 'Morada', 'Longitude', 'Latitude', 'Quantidade'], 'pt'],
    [['Klient', 'Ulica', 'Długość geograficzna', 'Szerokość', 'Popyt'], 'pl'],
    [['id', 'x', 'y', 'demand', 'opening cost', 'capacity', 'status'], undefined],
    [['Customer', 'Longitude', 'Latitude', 'Demand', 'Notes'], undefined],
    [['Deposito'], undefined],
    [['id', 'longitude', 'latitude', 'capacity', 'opening cost', 'status'], undefined],
  ])('of %j is %s', (names, language) => {
    expect(languageOf(names.flatMap(tokensOf))).toBe(language);
  });

  it('is kept with the instance, unless the settings state another', () => {
    const tables = [
      { name: 'kunden.csv', text: 'Kunde;Länge;Breite;Bedarf\na;9,1;48,2;3\n' },
      { name: 'standorte.csv', text: 'Standort;Länge;Breite;Kapazität;Miete\nD;9;48;10;5\n' },
    ];
    expect(readInstance(tables, { vehicleCapacity: 5 }).units.language).toBe('de');
    const settings = { name: 'settings.csv', text: 'setting,value\nvehicle capacity,5\nlanguage,fr\n' };
    expect(readInstance([...tables, settings]).units.language).toBe('fr');
  });
});
