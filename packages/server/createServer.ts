import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from './config.ts'
import { requireKnownLayout } from './db/layout/requireKnownLayout.ts'
import { cachedStorage } from './files/cachedStorage.ts'
import { localStorage } from './files/localStorage.ts'
import { Thumbs } from './files/Thumbs.ts'
import { allowOrigins } from './http/cors.ts'
import { EffectQueue, type EffectTargets } from './http/EffectQueue.ts'
import { LogQueue } from './http/LogQueue.ts'
import type { LogSink } from './http/LogSink.ts'
import type { Listening } from './http/listen.ts'
import { parseAddress } from './http/parseAddress.ts'
import { removeLeftovers } from './http/uploadFolder.ts'
import { MailQueue, type MailTimes } from './mail/MailQueue.ts'
import { RealtimeHub } from './realtime/RealtimeHub.ts'
import { shareStartSecret } from './settings/startSecret.ts'
import type { Dispatcher } from './threads/Dispatcher.ts'

export interface ServerOptions extends Config {
  /** Whether requests are handled in this thread (for tests) or in a pool of threads. */
  threads: 'inline' | 'pool'
  /** Origins that browsers may call from; by default all. */
  origins?: readonly string[]
  /** Files that are served below `/`; by default `pb_public` beside the data directory. */
  publicDir?: string
  /** Whether the public index.html answers for pages that are not there; by default it does. */
  indexFallback?: boolean
  /** The built dashboard. */
  dashboardDir?: string
  /** Print each log entry. */
  dev?: boolean
  /** How patient to be with a mail server (for tests). */
  mailTimes?: MailTimes
}

export interface CofferServer {
  /** Why the stored settings cannot be read, if so: the server then runs on defaults. */
  settingsProblem: string | undefined
  /** Answers a request without a network, as if it came from 127.0.0.1. */
  fetch: (request: Request) => Promise<Response>
  /** Listens on an address such as `127.0.0.1:8090`; port 0 takes any that is free. */
  listen: (address: string) => Promise<Listening>
  /** Stops listening, ends what is under way, stores the log and closes the files. */
  close: () => Promise<void>
  /** Whether after `close` a read still runs that nothing can interrupt: an exit of the process would wait for it. */
  isStuck: () => boolean
}

const builtDashboard = fileURLToPath(new URL('../dashboard/dist', import.meta.url))
const warning = 4

const createDispatcher = async (options: ServerOptions): Promise<Dispatcher> => {
  const { dataDir, encryptionKey, queryTimeout, durability = 'full' } = options
  const config: Config = { dataDir, encryptionKey, queryTimeout, durability }
  if (options.threads === 'inline') return (await import('./threads/inlineDispatcher.ts')).createInlineDispatcher(config)
  return (await import('./threads/poolDispatcher.ts')).createPoolDispatcher(config)
}

/** Remembers that there is an administrator, and asks again while there is none. */
const rememberAdmins = (ask: () => Promise<boolean>) => {
  let known = false
  return {
    has: async () => {
      known ||= await ask()
      return known
    },
    forget: () => {
      known = false
    },
  }
}

const printing = (sink: LogSink): LogSink => ({
  write: entry => {
    console.log(`[${entry.level}] ${entry.message} ${entry.data}`)
    sink.write(entry)
  },
})

/**
 * Opens a data directory and serves it.
 * @throws Error with a sentence for the person at the command line when the directory cannot be used
 */
export const createServer = async (options: ServerOptions): Promise<CofferServer> => {
  shareStartSecret()
  requireKnownLayout(options.dataDir)
  await removeLeftovers(options.dataDir)
  // The HTTP layer is loaded while the threads open their files.
  const [dispatcher, { createHttpApp }, { listen }] = await Promise.all([
    createDispatcher(options),
    import('./http/app.ts'),
    import('./http/listen.ts'),
  ])
  const queue = new LogQueue(dispatcher.writeLogs)
  const logs = options.dev ? printing(queue) : queue
  const warn = (message: string, error: unknown) =>
    logs.write({ level: warning, message, created: Date.now(), data: JSON.stringify({ error: String(error) }) })
  const storage = cachedStorage(localStorage(options.dataDir))
  const admins = rememberAdmins(dispatcher.hasAdmins)
  const mails = new MailQueue(
    {
      compose: dispatcher.composeMail,
      noteSent: async order => effects.add(await dispatcher.noteSent(order)),
      warn,
    },
    options.mailTimes,
  )
  const realtime = new RealtimeHub({ describe: dispatcher.describe, listen: dispatcher.listen, warn })
  const tell: EffectTargets['tell'] = (changes, messages) => {
    realtime.pass(messages)
    realtime.tell(changes)
  }
  const sendMail: EffectTargets['sendMail'] = order => mails.add(order)
  const effects = new EffectQueue({ storage, adminsChanged: admins.forget, sendMail, tell, warn })
  const app = createHttpApp({
    dataDir: options.dataDir,
    dispatcher,
    storage,
    thumbs: new Thumbs(storage, warn),
    logs,
    allowOrigin: allowOrigins(options.origins ?? ['*']),
    perform: list => effects.add(list),
    realtime,
    sendMail: order => mails.send(order),
    hasAdmins: admins.has,
    dashboardDir: options.dashboardDir ?? builtDashboard,
    publicDir: options.publicDir ?? join(options.dataDir, '..', 'pb_public'),
    indexFallback: options.indexFallback ?? true,
  })
  const listening: Listening[] = []
  return {
    settingsProblem: await dispatcher.settingsProblem(),
    fetch: async request => app.fetch(request, {}),
    listen: async address => {
      const started = await listen((request, arrival) => app.fetch(request, arrival), parseAddress(address))
      listening.push(started)
      return started
    },
    close: async () => {
      realtime.close()
      await Promise.all(listening.map(({ close }) => close()))
      await effects.close()
      await mails.close()
      // A mail that arrived at the last moment is noted with its account, from which more may follow.
      await effects.close()
      await queue.close()
      await dispatcher.close()
    },
    isStuck: dispatcher.isStuck,
  }
}
