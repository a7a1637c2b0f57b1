import { Command } from 'commander'
import { productVersion } from '../config/productVersion.ts'
import type { DoctorOptions } from './doctor.ts'
import { explain } from './explain.ts'
import { type MoveOptions, withMoveOptions } from './move.ts'
import { type CommonOptions, normalizeFlags, parseFlag, parseList, withCommonOptions } from './options.ts'
import { optionsOf, readOptions } from './readOptions.ts'
import { type ServeOptions, withServeOptions } from './serve.ts'
import type { TypesOptions } from './types.ts'

const addAdminCommands = (program: Command): void => {
  const admin = program.command('admin').description('administrators of a data directory, also while a server runs on it')
  const add = (name: string, description: string) => withCommonOptions(admin.command(name).description(description))
  add('create <email> <password>', 'create an administrator').action(async (email, password, _, command) =>
    (await import('./admin.ts')).adminCreate(email, password, optionsOf<CommonOptions>(command)),
  )
  add('update <email> <password>', 'set the password of an administrator').action(async (email, password, _, command) =>
    (await import('./admin.ts')).adminUpdate(email, password, optionsOf<CommonOptions>(command)),
  )
  add('delete <email>', 'delete an administrator').action(async (email, _, command) =>
    (await import('./admin.ts')).adminDelete(email, optionsOf<CommonOptions>(command)),
  )
}

const doctorHelp = `
Exit status: 0 if it finds nothing, 1 if it finds something, 2 if it or one of its checks could not run.`

const nothingSkipped: readonly string[] = []

const addDoctorCommand = (program: Command): void => {
  withCommonOptions(program.command('doctor').description('check a data directory, also while a server runs on it'))
    .option('--fix [flag]', 'repair what can be repaired without losing anything', parseFlag, false)
    .option('--json [flag]', 'print JSON', parseFlag, false)
    .option('--skip <list>', 'names of checks to leave out', parseList(nothingSkipped), nothingSkipped)
    .addHelpText('after', doctorHelp)
    // Status 1 means that there are findings.
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .action(async (_options, command) => (await import('./doctor.ts')).doctor(() => optionsOf<DoctorOptions>(command)))
}

const environmentHelp = `
Each option can also be set by an environment variable: --queryTimeout by COFFER_QUERY_TIMEOUT. An option wins over its variable.
COFFER_SETTINGS_SMTP_HOST and the like fix settings. The same name with _FILE reads the value from a file.
"coffer config --all" lists all variables.`

/** Creates the command line with all commands and options. */
export const createProgram = (): Command => {
  const program = withCommonOptions(new Command('coffer'))
    .description('A self-hosted data backend with an administrator dashboard.')
    .version(productVersion())
    .showHelpAfterError('(see coffer --help)')
    .addHelpText('afterAll', environmentHelp)
  withServeOptions(withCommonOptions(program.command('serve').description('serve a data directory'))).action(
    async (_domains, _options, command) => (await import('./serve.ts')).serve(optionsOf<ServeOptions>(command)),
  )
  withServeOptions(withCommonOptions(program.command('config').description('print each option with its value and its source')))
    .option('--all [flag]', 'also list the settings that environment variables can fix', parseFlag, false)
    .option('--json [flag]', 'print JSON', parseFlag, false)
    .action(async (_domains, _options, command) => (await import('./config.ts')).printConfig(readOptions(command)))
  addDoctorCommand(program)
  withMoveOptions(program.command('move').description('move all data to a PostgreSQL database, or back')).action(
    async (_options, command) => (await import('./move.ts')).move(optionsOf<MoveOptions>(command)),
  )
  withCommonOptions(program.command('types').description('print TypeScript types of the collections for the JavaScript SDK'))
    .option('--out <file>', 'write them to a file', '')
    .action(async (_options, command) => (await import('./types.ts')).types(optionsOf<TypesOptions>(command)))
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
