/** Numbers of random cases: as given by default, times NEO_LRP_TEST_SCALE for a long run. */
export const scaled = (count: number): number => Math.max(1, Math.round(count * Number(process.env.NEO_LRP_TEST_SCALE ?? 1)));
