import { setTimeout as wait } from 'node:timers/promises'
import { BackupLock } from '../backups/BackupLock.ts'
import { BackupOutcomes } from '../backups/BackupOutcomes.ts'
import type { DataExchange } from '../backups/DataExchange.ts'
import { openExchange } from '../backups/openExchange.ts'
import { nodeAddressLength } from '../config/config.ts'
import { randomSecret } from '../crypto/randomText.ts'
import { lockDirectory } from '../dataDirectory/lockDirectory.ts'
import { openInstallation } from '../dataDirectory/openInstallation.ts'
import { createGate, requestGraceMs } from '../http/connections/createGate.ts'
import type { Listening } from '../http/connections/listen.ts'
import { parseAddress } from '../http/connections/parseAddress.ts'
import { printError } from '../runtime/terminal.ts'
import { shareStartSecret } from '../settings/startSecret.ts'
import type { Https } from './openHttps.ts'
import { openSite, type Site } from './openSite.ts'
import type { ServerOptions } from './ServerOptions.ts'

export interface CofferServer {
  /** The reason why the stored settings cannot be read, if so. The server then uses defaults. */
  settingsProblem: string | undefined
  /** The setup code, which creates the first admin from any address; undefined if there was an admin at the start. */
  setupCode: string | undefined
  /** Listens on an address such as `127.0.0.1:8090`. Port 0 selects a free port. */
  listen: (address: string) => Promise<Listening>
  /** The addresses of HTTPS, if it is configured. */
  https: Omit<Https, 'close'> | undefined
  /**
   * Serves for some more seconds, while the health check fails so that load balancers send new requests to another server.
   */
  drain: (seconds: number) => Promise<void>
  /** Stops listening, finishes running work, stores the log and closes the files. */
  close: () => Promise<void>
  /** Whether a read that cannot be interrupted is still running after `close`. A regular exit would wait for it. */
  isStuck: () => boolean
}

/** Minimum time in milliseconds for requests whose connections have been closed. */
const minDrainMs = 500

/** Puts restored data in place of the data of a closed site and opens it. If any step fails, the data is as before. */
async function openExchanged(
  exchange: DataExchange,
  closed: Site,
  open: () => Promise<Site>,
): Promise<{ site: Site; failure?: unknown }> {
  let opened: Site | undefined
  try {
    await exchange.enter(closed.isStuck())
    opened = await open()
    await exchange.complete()
    return { site: opened }
  } catch (failure) {
    await opened?.close()
    await exchange.revert()
    return { site: await open(), failure }
  }
}

/** Serves a locked and verified directory. */
async function serveDirectory(
  given: ServerOptions,
  unlock: () => void,
  { outcomes, restored }: { outcomes: BackupOutcomes; restored: DataExchange },
): Promise<CofferServer> {
  const setupCode = randomSecret(32)
  const options = { ...given, setupCode, ...(given.node !== undefined && { nodeAddress: randomSecret(nodeAddressLength) }) }
  const lock = new BackupLock()
  let isDraining = false
  const exchange = () =>
    gate.whileClosed(async () => {
      await site.close()
      const { site: next, failure } = await openExchanged(restored, site, open).catch(error => {
        options.onUnrecoverable?.(error)
        throw error
      })
      site = next
      if (failure !== undefined) throw failure
    })
  const report: Site['report'] = (message, error) => site.report(message, error)
  const open = () =>
    openSite(options, { lock, outcomes, isDraining: () => isDraining, receive: restored.receive, exchange, report })
  const unread: Site['unread'] = {
    countBody: incoming => site.unread.countBody(incoming),
    send: (...response) => site.unread.send(...response),
  }
  const countConnection: Site['countConnection'] = connection => site.countConnection(connection)
  const openHttps = async () =>
    given.https &&
    (await import('./openHttps.ts')).openHttps(given.https, { ...given, unread, countConnection }, gate.enter, report)
  let [site, { listen }] = await Promise.all([open(), import('../http/connections/listen.ts')])
  const gate = createGate((incoming, outgoing) => site.handle(incoming, outgoing))
  const listening: Listening[] = []
  const remember = async (started: Promise<Listening>) => {
    listening.push(await started)
    return started
  }
  const https = await openHttps().catch(async error => {
    await site.close()
    throw error
  })
  return {
    settingsProblem: site.settingsProblem,
    setupCode: (await site.hasAdmins()) ? undefined : setupCode,
    listen: async address => remember(listen(gate.enter, parseAddress(address), { countConnection })),
    https: https && {
      listen: address => remember(https.listen(address)),
      listenToRedirect: address => remember(https.listenToRedirect(address)),
      start: https.start,
    },
    drain: async seconds => {
      isDraining = true
      await wait(seconds * 1000)
    },
    close: async () => {
      const started = performance.now()
      const httpsClosed = https?.close()
      await gate.opened()
      site.endStreams()
      await Promise.all(listening.map(({ close }) => close()))
      await gate.opened()
      await gate.drained(Math.max(requestGraceMs - (performance.now() - started), minDrainMs))
      await httpsClosed
      await site.close()
      unlock()
    },
    isStuck: () => site.isStuck(),
  }
}

/**
 * Opens a data directory and serves it.
 * @throws Error with a sentence for the command line if the directory cannot be used
 */
export async function createServer(options: ServerOptions): Promise<CofferServer> {
  shareStartSecret()
  const installation = openInstallation(options)
  installation.assertKnown()
  const unlock = lockDirectory(options.dataDir)
  try {
    const outcomes = new BackupOutcomes()
    const restored = await openExchange(options.dataDir, options.database)
    if (await restored.recover()) {
      printError`Warning: a restore was interrupted; the data is what it was before.`
      outcomes.record('lastRestore', '', 'The server stopped during the restore.')
    }
    if (!options.newDatabase) installation.assertNotLost()
    return await serveDirectory(options, unlock, { outcomes, restored })
  } catch (error) {
    unlock()
    throw error
  }
}
