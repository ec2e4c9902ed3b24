/** A → c1 → c2 → A drives 5 + 5 + 10; with opening 100 and a vehicle at 7 the plan costs 127. */
export const rightAngles = {
  name: 'right angles',
  depots: [
    { id: 'A', x: 0, y: 0, capacity: 10, openingCost: 100 },
    { id: 'B', x: 100, y: 0, capacity: 10, openingCost: 200 },
  ],
  customers: [
    { id: 'c1', x: 3, y: 4, demand: 2 },
    { id: 'c2', x: 6, y: 8, demand: 3 },
  ],
  vehicleCapacity: 5,
  vehicleCost: 7,
};
