/** Tests by generation run a few cases by default; `NEO_LRP_TEST_SCALE=10` runs ten times as many. */
export const testScale = Number(process.env.NEO_LRP_TEST_SCALE ?? 1);

/** `few` by default, at least one. */
export const scaledCount = (few: number): number => Math.max(1, Math.round(few * testScale));
