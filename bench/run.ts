/** `npm run bench -- NAME`: runs one benchmark and prints its tables. */
const names = [
  'start',
  'records',
  'slow',
  'memory',
  'collections',
  'access',
  'dashboard',
  'realtime',
  'backup',
  'signIn',
  'budget',
  'cluster',
  'attacks',
  'hooks',
]
const [name = ''] = process.argv.slice(2)

// Exit handlers stop the servers and remove their copies.
process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))

if (names.includes(name)) {
  await import(`./${name}.ts`)
} else {
  console.error(`Say which benchmark to run: npm run bench -- ${names.join(' | ')}`)
  process.exitCode = 1
}
