/**
 * Whether tests that can run for long do so: with more rounds, records and random queries. `npm run test:long` sets the variable,
 * `npm test` does not.
 */
export const isLongRun = process.env.COFFER_TEST_LONG === '1'
