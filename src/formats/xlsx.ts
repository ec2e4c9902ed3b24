/** Excel workbooks: the tables of the CSV format as sheets. `xlsx-read.ts` reads them; the package that writes them is loaded on demand. */
import type { Instance } from '../problem/instance.ts';
import { readTables } from './csv.ts';
import { distanceRows } from './csv-distances.ts';
import { settingRows } from './csv-settings.ts';
import { requirePlainText } from './csv-text.ts';
import type { BinaryFile, InstanceFormat } from './format.ts';
import { customerRows, depotRows } from './place-rows.ts';
import { fileNameOf } from './source.ts';
import { vehicleRows } from './vehicle-table.ts';
import { packWorkbook } from './xlsx-write.ts';

export const xlsxFormat: InstanceFormat = {
  name: 'xlsx',
  title: 'Excel workbook (sheets customers, depots, vehicles, settings, distances)',
  extensions: ['.xlsx'],
  lossless: 'every instance whose tables fit on sheets and whose texts have no control characters',
  recognises: ({ sheet }) => sheet !== undefined,
  read: readTables,
  encode: writeWorkbook,
};

async function writeWorkbook(instance: Instance): Promise<BinaryFile> {
  requirePlainText(instance);
  const distances = distanceRows(instance);
  const bytes = await packWorkbook([
    { sheet: 'customers', rows: customerRows(instance) },
    { sheet: 'depots', rows: depotRows(instance) },
    ...(instance.vehicles ? [{ sheet: 'vehicles', rows: vehicleRows(instance) }] : []),
    { sheet: 'settings', rows: [['setting', 'value'], ...settingRows(instance)] },
    ...(distances.length > 0 ? [{ sheet: 'distances', rows: distances }] : []),
  ]);
  return { name: `${fileNameOf(instance.name)}.xlsx`, bytes };
}
