/** The table of instance formats, in the order in which content is offered to them. */
import { isText, requireArgument } from '../problem/arguments.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { cordeauFormat } from './cordeau.ts';
import { csvFormat } from './csv.ts';
import type { InstanceFormat } from './format.ts';
import { geojsonFormat } from './geojson.ts';
import { jsonFormat } from './json.ts';
import { prodhonFormat } from './prodhon.ts';
import { schneiderFormat } from './schneider.ts';
import { solomonFormat } from './solomon.ts';
import { vrplibFormat } from './vrplib.ts';
import { xlsxFormat } from './xlsx.ts';

export const formats: readonly InstanceFormat[] = [
  schneiderFormat,
  geojsonFormat,
  jsonFormat,
  vrplibFormat,
  solomonFormat,
  cordeauFormat,
  prodhonFormat,
  csvFormat,
  xlsxFormat,
];

export function formatNamed(name: string): InstanceFormat {
  requireArgument(isText(name), 'format', 'the name of a format');
  const format = formats.find((candidate) => candidate.name === name);
  if (!format)
    throw new NeoLrpError('E_USAGE', `there is no format '${name}'; the formats are ${formats.map((known) => known.name).join(', ')}`, {
      value: name,
    });
  return format;
}
