import { Command } from 'commander'
import { productVersion } from '../config/productVersion.ts'
import { explain } from './explain.ts'
import { type CommonOptions, normalizeFlags, withCommonOptions } from './options.ts'
import { withServeOptions } from './serve.ts'

/** Merges options before and after the command's name; the later ones win. */
const optionsOf = (command: Command): CommonOptions => {
  let all: CommonOptions = {}
  for (let at: Command | null = command; at; at = at.parent) all = { ...at.opts(), ...all }
  return all
}

const addAdminCommands = (program: Command): void => {
  const admin = program.command('admin').description('administrators of a data directory, also while a server runs on it')
  const add = (name: string, description: string) => withCommonOptions(admin.command(name).description(description))
  add('create <email> <password>', 'create an administrator').action(async (email, password, _, command) =>
    (await import('./admin.ts')).adminCreate(email, password, optionsOf(command)),
  )
  add('update <email> <password>', 'set the password of an administrator').action(async (email, password, _, command) =>
    (await import('./admin.ts')).adminUpdate(email, password, optionsOf(command)),
  )
  add('delete <email>', 'delete an administrator').action(async (email, _, command) =>
    (await import('./admin.ts')).adminDelete(email, optionsOf(command)),
  )
}

const createProgram = (): Command => {
  const program = withCommonOptions(new Command('coffer'))
    .description('A self-hosted data backend with an administrator dashboard.')
    .version(productVersion())
    .showHelpAfterError('(see coffer --help)')
  withServeOptions(withCommonOptions(program.command('serve').description('serve a data directory'))).action(
    async (_domains, _options, command) => (await import('./serve.ts')).serve(optionsOf(command)),
  )
  addAdminCommands(program)
  return program
}

/** Runs the command line. An error is printed as a sentence and ends the process with status 1. */
export const run = async (argv: readonly string[]): Promise<void> => {
  try {
    await createProgram().parseAsync(normalizeFlags(argv))
  } catch (error) {
    console.error(`Error: ${explain(error)}`)
    process.exitCode = 1
  }
}
