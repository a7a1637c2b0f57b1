import { BackupLock } from './backups/BackupLock.ts'
import { BackupOutcomes } from './backups/BackupOutcomes.ts'
import type { DataExchange } from './backups/DataExchange.ts'
import { openExchange } from './backups/openExchange.ts'
import { randomSecret } from './crypto/randomText.ts'
import { lockDirectory } from './dataDirectory/lockDirectory.ts'
import { requireDataFile } from './dataDirectory/requireDataFile.ts'
import { requireKnownLayout } from './dataDirectory/requireKnownLayout.ts'
import { createGate, requestGraceMs } from './http/connections/createGate.ts'
import type { Listening } from './http/connections/listen.ts'
import { parseAddress } from './http/connections/parseAddress.ts'
import { openSite, type Site } from './openSite.ts'
import type { ServerOptions } from './ServerOptions.ts'
import { shareStartSecret } from './settings/startSecret.ts'

export interface CofferServer {
  /** The reason why the stored settings cannot be read, if so. The server then uses defaults. */
  settingsProblem: string | undefined
  /** The setup code, which creates the first admin from any address; undefined if there was an admin at the start. */
  setupCode: string | undefined
  /** Listens on an address such as `127.0.0.1:8090`. Port 0 selects a free port. */
  listen: (address: string) => Promise<Listening>
  /** Stops listening, finishes running work, stores the log and closes the files. */
  close: () => Promise<void>
  /** Whether a read that cannot be interrupted is still running after `close`. A regular exit would wait for it. */
  isStuck: () => boolean
}

/** Minimum time in milliseconds for requests whose connections have been closed. */
const minDrainMs = 500

/** Puts restored data in place of the data of a closed site and opens it. If any step fails, the data is as before. */
const openExchanged = async (
  exchange: DataExchange,
  closed: Site,
  open: () => Promise<Site>,
): Promise<{ site: Site; failure?: unknown }> => {
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
const serveDirectory = async (
  given: ServerOptions,
  unlock: () => void,
  { outcomes, restored }: { outcomes: BackupOutcomes; restored: DataExchange },
): Promise<CofferServer> => {
  const setupCode = randomSecret(32)
  const options = { ...given, setupCode }
  const lock = new BackupLock()
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
  const open = () => openSite(options, { lock, outcomes, exchange, report })
  let [site, { listen }] = await Promise.all([open(), import('./http/connections/listen.ts')])
  const gate = createGate((incoming, outgoing) => site.handle(incoming, outgoing))
  const listening: Listening[] = []
  return {
    settingsProblem: site.settingsProblem,
    setupCode: (await site.hasAdmins()) ? undefined : setupCode,
    listen: async address => {
      const started = await listen(gate.enter, parseAddress(address))
      listening.push(started)
      return started
    },
    close: async () => {
      const started = performance.now()
      await gate.opened()
      site.endStreams()
      await Promise.all(listening.map(({ close }) => close()))
      await gate.opened()
      await gate.drained(Math.max(requestGraceMs - (performance.now() - started), minDrainMs))
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
export const createServer = async (options: ServerOptions): Promise<CofferServer> => {
  shareStartSecret()
  const hasFiles = options.database === undefined
  if (hasFiles) requireKnownLayout(options.dataDir)
  const unlock = await lockDirectory(options.dataDir)
  try {
    const outcomes = new BackupOutcomes()
    const restored = await openExchange(options.dataDir, options.database)
    if (await restored.recover()) {
      console.warn('Warning: a restore was interrupted; the data is what it was before.')
      outcomes.record('lastRestore', '', 'The server stopped during the restore.')
    }
    if (hasFiles && !options.newDatabase) requireDataFile(options.dataDir)
    return await serveDirectory(options, unlock, { outcomes, restored })
  } catch (error) {
    unlock()
    throw error
  }
}
