/** How often tests by chance repeat: `n` times NEO_LRP_TEST_SCALE, which is 1 for `npm test` and 2 for `npm run test:all`. */
export const scaled = (n: number): number => Math.max(1, Math.round(n * Number(process.env.NEO_LRP_TEST_SCALE || 1)));
