import { fileURLToPath } from 'node:url'

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export const repositoryDir = fromHere('../..')
export const samplesDir = fromHere('../fixtures/samples')
export const exchangesDir = fromHere('../fixtures/exchanges')
export const mailFixturesDir = fromHere('../fixtures/mail')
export const typeFixturesDir = fromHere('../fixtures/types')
export const hookCasesDir = fromHere('../fixtures/hooks')
