import { readFileSync } from 'node:fs'

/** The statements that create the functions of the schema `coffer`. They can run again on a database that has them. */
export const valueFunctions = readFileSync(new URL('valueFunctions.sql', import.meta.url), 'utf8')
