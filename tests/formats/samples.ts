/** Small files written by hand, one per read-only format. */
import type { SourceFile } from '../../src/formats/source.ts';
import { NeoLrpError } from '../../src/problem/errors.ts';

/** 3 customers, 2 depots; irregular blanks and line ends as in the published files. */
export const prodhonText = [
  '3',
  '\t2 ',
  '',
  ' 0 0',
  '10\t0',
  '',
  '3 4',
  '6   8.0',
  ' .5 12',
  '',
  '7',
  '',
  '20',
  '0',
  '',
  '1',
  '2',
  '0003',
  '',
  '100',
  '189.6',
  '',
  '5',
  '',
  '0',
  '',
].join('\r\n');

export const schneiderText = JSON.stringify(
  {
    customers: [
      { demand: 3, index: 2, x: 3, y: 4 },
      { demand: 4, index: 3, x: 6, y: 8 },
    ],
    depots: [
      { capacity: 10, costs: 49, index: 0, x: 0, y: 0 },
      { capacity: 20, costs: 51, index: 1, x: 10, y: 0 },
    ],
    name: '2-2-1a',
    type: 'schneider',
    vehicle_capacity: 7,
    vehicle_costs: 1000,
  },
  null,
  4,
);

export const cordeauText = `2 4 3 2
0 80
0 80
 1  37 52  0  7 1 2 1 2
 2  49 49  0 30 1 2 1 2
 3  52.5 64  0 16 1 2 1 2
 4  20 20  0 0 0 0
 5  30 40  0 0 0 0
`;

/** The error that `work` throws; fails the test if it is not a NeoLrpError. */
export function faultOf(work: () => unknown): NeoLrpError {
  try {
    work();
  } catch (error) {
    if (error instanceof NeoLrpError) return error;
    throw error;
  }
  throw new Error('expected a fault');
}

export const csvFile = (name: string, ...lines: string[]): SourceFile => ({ name, text: lines.join('\n') });

/** Two customers, two depots. */
export const csvTown = {
  customers: csvFile('town/customers.csv', 'id,x,y,demand', 'a,3,4,1', 'b,6,8,2.5'),
  depots: csvFile('town/depots.csv', 'id,x,y,capacity,opening cost,status', 'D,0,0,10,100,', 'E,1,1,,,open'),
  settings: csvFile('town/settings.csv', 'setting,value', 'vehicle capacity,5', 'Vehicle_Cost,7'),
};
