import { readFileSync } from 'node:fs'

// The addresses are written out, because the package contains the files that the sources refer to in this form.
const files = [new URL('./valueFunctions.sql', import.meta.url), new URL('./viewFunctions.sql', import.meta.url)]

/** The statements that create the functions of the schema `coffer`. They can run again on a database that has them. */
export const valueFunctions = files.map(file => readFileSync(file, 'utf8')).join('')
