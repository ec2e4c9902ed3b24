/** Excel workbooks: the tables of CSV files as sheets. */
import { readTables, tablesOf } from './csv.ts';
import type { InstanceFormat } from './format.ts';
import { fileNameOf } from './source.ts';
import { packWorkbook } from './xlsx-write.ts';

export const xlsxFormat: InstanceFormat = {
  name: 'xlsx',
  title: 'Excel workbook (sheets customers, depots, vehicles, orders, settings, distances)',
  extensions: ['.xlsx'],
  lossless: 'every instance whose tables fit on sheets and whose texts have no control characters',
  recognises: ({ sheet }) => sheet !== undefined,
  read: readTables,
  encode: async (instance) => ({ name: `${fileNameOf(instance.name)}.xlsx`, bytes: await packWorkbook(tablesOf(instance)) }),
};
