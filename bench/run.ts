/** `npm run bench -- NAME`: runs one benchmark and prints its table. */
const names = ['start', 'records']
const [name = ''] = process.argv.slice(2)

if (names.includes(name)) {
  await import(`./${name}.ts`)
} else {
  console.error(`Say which benchmark to run: npm run bench -- ${names.join(' | ')}`)
  process.exitCode = 1
}
