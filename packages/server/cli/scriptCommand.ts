import type { Command } from 'commander'
import { chooseStorage } from '../files/storage/chooseStorage.ts'
import { Thumbs } from '../files/thumbs/Thumbs.ts'
import { HostOperations } from '../pbHooks/HostOperations.ts'
import type { CommandOutcome } from '../pbHooks/messages.ts'
import { ScriptThread } from '../pbHooks/ScriptThread.ts'
import { createScriptService } from '../pbHooks/scriptService.ts'
import { versions } from '../runtime/cache/versions.ts'
import { lines, printError } from '../runtime/terminal.ts'
import { createApp } from '../threads/createApp.ts'
import { hooksBeside, pbHooksBeside } from './hooksBeside.ts'
import { type CommonOptions, configOf, parseList, withCommonOptions } from './options.ts'
import { optionsOf } from './readOptions.ts'
import { parseFolder } from './serve.ts'
import { printWarning, withDatabase } from './withDatabase.ts'

interface ScriptCommandOptions extends CommonOptions {
  hooks?: string
  hooksDir?: string
  codeEnv: readonly string[]
}

const noVariables: readonly string[] = []

async function noMail(): Promise<never> {
  throw new Error('Commands cannot send mails. Run a job of the server instead (cronAdd).')
}

/** Returns the outcome of a command, or the status with which it has ended its thread, as `$os.exit()` does. */
async function outcomeOf(thread: ScriptThread): Promise<CommandOutcome | number> {
  try {
    return await thread.runCommand()
  } catch (error) {
    // Only without an outcome, because the thread also exits after it has sent one.
    if (thread.exitStatus === undefined) throw error
    return thread.exitStatus
  }
}

/** Runs a command that the files of `pb_hooks` have added. Returns whether they have it. */
async function runScriptCommand(
  call: { name: string; args: readonly string[] },
  options: ScriptCommandOptions,
): Promise<boolean> {
  const config = configOf(options)
  const folder = options.hooksDir ?? pbHooksBeside(config.dataDir)
  if (folder === undefined) return false
  let isKnown = true
  await withDatabase(call.name, options, async (db, installation) => {
    const logs = await installation.openLogReader(db, () => undefined)
    const hooksDir = options.hooks ?? hooksBeside(config.dataDir)
    const app = createApp({ ...config, ...(hooksDir !== undefined && { hooksDir }) }, { db, logs }, versions(), printWarning)
    const { settings } = await app.snapshot()
    const storages = {
      files: () => chooseStorage(config)(settings.s3),
      backups: () => chooseStorage(config, 'backups')(settings.backups.s3),
    }
    const operations = new HostOperations({
      service: createScriptService(app),
      storages,
      thumbs: new Thumbs(storages.files(), message => printError`${message}`),
      streams: () => {
        throw new Error('Commands have no event streams: they belong to the process of the server.')
      },
      backups: () => {
        throw new Error('Commands create and restore no backups. Use a job of the server instead (cronAdd).')
      },
      mails: { send: noMail, sendToken: noMail },
      log: (_, message, data) => printError`${message} ${JSON.stringify(data)}`,
    })
    const { dataDir } = config
    const variables = options.codeEnv
    const perform = operations.perform.bind(operations)
    const thread = new ScriptThread({ folder, dataDir, isDev: options.dev, command: call, variables, perform })
    try {
      const outcome = await outcomeOf(thread)
      if (typeof outcome === 'number') {
        process.exitCode = outcome
        return
      }
      const { commands, problems, failure } = outcome
      for (const problem of problems) printError`${lines(problem)}`
      isKnown = commands.includes(call.name)
      if (failure) throw new Error(failure.details ?? failure.message)
    } finally {
      await thread.close()
      await logs.close()
    }
  })
  return isKnown
}

/** Adds a command that the files of `pb_hooks` may have. */
export function addScriptCommand(program: Command, name: string): void {
  withCommonOptions(program.command(name, { hidden: true }))
    .argument('[args...]')
    .option('--hooks <path>', 'folder of hooks, which are called after the changes', parseFolder)
    .option('--hooksDir <path>', 'folder of hooks of PocketBase 0.22', parseFolder)
    .option('--codeEnv <list>', 'names of the environment variables that hooks can read', parseList(noVariables), noVariables)
    .allowUnknownOption()
    .action(async (args: string[], _options, command) => {
      const isKnown = await runScriptCommand({ name, args }, optionsOf<ScriptCommandOptions>(command))
      if (!isKnown) program.error(`error: unknown command '${name}'`)
    })
}
