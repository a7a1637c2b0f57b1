import { readFileSync } from 'node:fs'

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8')

/** The statements that create the functions of the schema `coffer`. They can run again on a database that has them. */
export const valueFunctions = read('valueFunctions.sql') + read('viewFunctions.sql')
