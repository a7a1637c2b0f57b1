import type { ClientLedger } from '../runtime/clients/ClientLedger.ts'
import type { IsTrustedProxy } from '../runtime/clients/clientAddress.ts'
import type { Threads } from '../threads/Threads.ts'
import type { SiteEvents } from './openEvents.ts'
import type { SiteFiles } from './openFiles.ts'
import type { SiteLogs } from './openLogs.ts'
import type { SharedServices, SiteMaintenance } from './openMaintenance.ts'
import type { ServerOptions } from './ServerOptions.ts'

/** What is open when the site begins to serve requests. */
export interface SiteParts extends SiteLogs, SiteFiles, SiteEvents, SiteMaintenance {
  options: ServerOptions
  shared: Pick<SharedServices, 'isDraining' | 'outcomes'>
  threads: Threads
  clients: ClientLedger
  isTrustedProxy: IsTrustedProxy
}
