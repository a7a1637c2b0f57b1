import { resolve } from 'node:path'
import { Command } from 'commander'
import { productVersion } from '../config/config.ts'
import { lines, printError } from '../runtime/terminal.ts'
import type { AccessOptions } from './access.ts'
import type { DoctorOptions } from './doctor.ts'
import { explain } from './explain.ts'
import { pbHooksBeside } from './hooksBeside.ts'
import { withPublicAddresses } from './httpsOptions.ts'
import { type ImportPocketbaseOptions, withImportOptions } from './importPocketbase.ts'
import { type MigrateOptions, withMigrationOptions } from './migrationOptions.ts'
import { type MoveOptions, withMoveOptions } from './move.ts'
import { type CommonOptions, normalizeFlags, parseFlag, parseList, withCommonOptions } from './options.ts'
import { byName, optionsOf, readOptions } from './readOptions.ts'
import { parseFolder, type ServeOptions, withServeOptions } from './serve.ts'
import type { TypesOptions } from './types.ts'

function addAdminCommands(program: Command): void {
  const admin = program
    .command('admin')
    .alias('superuser') // as PocketBase 0.23 and later name it
    .description('administrators of a data directory, also while a server runs on it')
  const add = (name: string, description: string) => withCommonOptions(admin.command(name).description(description))
  add('create <email> <password>', 'create an administrator').action(async (email, password, _, command) =>
    (await import('./admin.ts')).adminCreate(email, password, optionsOf<CommonOptions>(command)),
  )
  add('update <email> <password>', 'set the password of an administrator').action(async (email, password, _, command) =>
    (await import('./admin.ts')).adminUpdate(email, password, optionsOf<CommonOptions>(command)),
  )
  add('upsert <email> <password>', 'create an administrator, or set the password if the email exists').action(
    async (email, password, _, command) =>
      (await import('./admin.ts')).adminUpsert(email, password, optionsOf<CommonOptions>(command)),
  )
  add('delete <email>', 'delete an administrator').action(async (email, _, command) =>
    (await import('./admin.ts')).adminDelete(email, optionsOf<CommonOptions>(command)),
  )
  add(
    'ips [list]',
    'print or set the addresses and networks that administrators can use, separated by commas; all for any',
  ).action(async (list: string | undefined, _, command) =>
    (await import('./admin.ts')).adminIps(list, optionsOf<CommonOptions>(command)),
  )
}

const doctorHelp = `
Exit status: 0 if it finds nothing, 1 if it finds something, 2 if it or one of its checks could not run.`

const nothingSkipped: readonly string[] = []

function addDoctorCommand(program: Command): void {
  withCommonOptions(program.command('doctor').description('check a data directory, also while a server runs on it'))
    .option('--fix [flag]', 'repair what can be repaired without losing anything', parseFlag, false)
    .option('--json [flag]', 'print JSON', parseFlag, false)
    .option('--hooksDir <path>', 'folder of hooks of PocketBase 0.22; by default pb_hooks beside the data directory', parseFolder)
    .option('--skip <list>', 'names of checks to leave out', parseList(nothingSkipped), nothingSkipped)
    .addHelpText('after', doctorHelp)
    // Status 1 means that there are findings.
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .action(async (_options, command) => (await import('./doctor.ts')).doctor(() => optionsOf<DoctorOptions>(command)))
}

const accessHelp = `
Exit status with --fail-on-new-exposure: 0 if nothing has become possible since the last review, 1 if something has, 2 if the
command could not run or nothing was ever reviewed. With --test: 0 if all rule tests pass, 1 if one fails, 2 if they could not run.`

function addAccessCommand(program: Command): void {
  withCommonOptions(program.command('access').description('print what guests and new users can do, also while a server runs'))
    .option('--json [flag]', 'print JSON', parseFlag, false)
    .option('--fail-on-new-exposure [flag]', 'fail if more has become possible since the last review', parseFlag, false)
    .option('--test [flag]', 'run the rule tests of all collections instead', parseFlag, false)
    .addHelpText('after', accessHelp)
    // Status 1 means that there is new exposure, or that a test fails.
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .action(async (_options, command) => (await import('./access.ts')).access(() => optionsOf<AccessOptions>(command)))
}

const environmentHelp = `
Each option can also be set by an environment variable: --queryTimeout by COFFER_QUERY_TIMEOUT. An option wins over its variable.
COFFER_SETTINGS_SMTP_HOST and the like fix settings. The same name with _FILE reads the value from a file.
"coffer config --all" lists all variables.`

const readServeOptions = (command: Command, domains: readonly string[]) => withPublicAddresses(readOptions(command), domains)

/** Creates the command line with all commands and options. */
export function createProgram(): Command {
  const program = withMigrationOptions(withCommonOptions(new Command('coffer')))
    .description('A self-hosted data backend with an administrator dashboard.')
    .version(productVersion())
    .showHelpAfterError('(see coffer --help)')
    .addHelpText('afterAll', environmentHelp)
  withServeOptions(withCommonOptions(program.command('serve').description('serve a data directory'))).action(
    async (domains: string[], _options, command) =>
      (await import('./serve.ts')).serve({ ...byName<ServeOptions>(readServeOptions(command, domains)), domains }),
  )
  withServeOptions(withCommonOptions(program.command('config').description('print each option with its value and its source')))
    .option('--all [flag]', 'also list the settings that environment variables can fix', parseFlag, false)
    .option('--json [flag]', 'print JSON', parseFlag, false)
    .action(async (domains: string[], _options, command) =>
      (await import('./config.ts')).printConfig(readServeOptions(command, domains)),
    )
  addDoctorCommand(program)
  addAccessCommand(program)
  withMoveOptions(program.command('move').description('move all data to a PostgreSQL database, or back')).action(
    async (_options, command) => (await import('./move.ts')).move(optionsOf<MoveOptions>(command)),
  )
  withImportOptions(
    program.command('import-pocketbase').description('import a data directory of PocketBase 0.23 or later into a new one'),
  ).action(async (dir: string, _options, command) =>
    (await import('./importPocketbase.ts')).importDirectory(dir, optionsOf<ImportPocketbaseOptions>(command)),
  )
  withMigrationOptions(withCommonOptions(program.command('migrate').description('apply, revert, list or create migrations')))
    .argument('<action>', 'up, down, status, create, snapshot or history-sync')
    .argument('[value]', 'down: how many, -1 for all; create: the name')
    .option(
      '--hooks <path>',
      'folder of hooks, which are called after the changes; by default hooks beside the data directory',
      parseFolder,
    )
    .option('--yes [flag]', 'revert without asking', parseFlag, false)
    .action(async (action: string, value: string | undefined, _options, command) =>
      (await import('./migrate.ts')).migrate(action, value, optionsOf<MigrateOptions>(command)),
    )
  withCommonOptions(program.command('types').description('print TypeScript types of the collections for the JavaScript SDK'))
    .option('--hooks [flag]', 'print the types of the module "coffer", which hooks import', parseFlag, false)
    .option('--out <file>', 'write them to a file', '')
    // COFFER_HOOKS names the folder of `serve --hooks`.
    .action(async (_options, command) => (await import('./types.ts')).types(optionsOf<TypesOptions>(command, ['hooks'])))
  addAdminCommands(program)
  return program
}

/**
 * Returns the name of the given command if the program has no such command, but there are files of `pb_hooks`, which can have it.
 * @param words the command line without the program
 */
function foreignCommand(program: Command, words: string[]): string | undefined {
  const [name] = program.parseOptions(words).operands
  const isOwn =
    name === undefined ||
    name === 'help' ||
    program.commands.some(command => command.name() === name || command.aliases().includes(name))
  const folder = resolve(optionsOf<CommonOptions>(program).dir)
  return isOwn || (!words.some(word => word.startsWith('--hooksDir')) && pbHooksBeside(folder) === undefined) ? undefined : name
}

/** Runs the command line. An error is printed as a sentence and ends the process with status 1. */
export async function run(argv: readonly string[]): Promise<void> {
  try {
    const program = createProgram()
    const words = normalizeFlags(argv)
    const foreign = foreignCommand(program, words.slice(2))
    if (foreign !== undefined) (await import('./scriptCommand.ts')).addScriptCommand(program, foreign)
    await program.parseAsync(words)
  } catch (error) {
    printError`Error: ${lines(explain(error))}`
    process.exitCode = 1
  }
}
