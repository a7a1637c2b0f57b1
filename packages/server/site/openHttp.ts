import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createHttpApp, type HttpApp } from '../http/app.ts'
import { type ConnectionCounter, createConnectionCounter } from '../http/connections/createConnectionCounter.ts'
import { createUnreadCounter, type UnreadCounter } from '../http/connections/createUnreadCounter.ts'
import type { HttpParts } from '../http/HttpParts.ts'
import { limitAdminAddresses } from '../http/limits/adminAddresses.ts'
import { allowOrigins } from '../http/responses/cors.ts'
import { defaultMigrationFolders, findMigrationFiles } from '../migrations/migrationFiles.ts'
import { LoadHistory } from '../runtime/metrics/LoadHistory.ts'
import { RequestCounters } from '../runtime/metrics/RequestCounters.ts'
import { codeParts, openCode } from './openCode.ts'
import { openLimits } from './openLimits.ts'
import type { SiteParts } from './SiteParts.ts'

const builtDashboard = fileURLToPath(new URL('../../dashboard/dist', import.meta.url))

/** What serves connections and requests. */
export interface SiteHttp {
  handle: HttpApp
  unread: UnreadCounter
  countConnection: ConnectionCounter
}

/** Opens what serves requests: their limits, what is measured, code of hooks, and the handler of all requests. */
export async function openHttp(site: SiteParts, opened: AsyncDisposableStack): Promise<SiteHttp> {
  const { options, threads, storage, thumbs, backupStorage, backups, doctor, clients, realtime, mails, admins } = site
  const { settings, isTrustedProxy } = site
  const { dataDir, node } = options
  const requests = new RequestCounters(threads.dispatcher.routes)
  const loadHistory = new LoadHistory(requests, () => threads.load().threads)
  opened.defer(() => loadHistory.close())
  const registry = async () =>
    (await import('./openMetrics.ts')).openMetrics({ dataDir, node, threads, requests, realtime, mails, backupStorage })
  const parts: HttpParts = {
    dispatcher: threads.dispatcher,
    main: {
      backups,
      outcomes: site.shared.outcomes,
      isDraining: site.shared.isDraining,
      doctor,
      clients,
      loadHistory,
      logs: site.sink,
      nodes: threads.writer.nodes,
      ...(site.code && { code: site.code }),
      ...(site.scripts && site.scriptJobs && { scripts: { host: site.scripts, jobs: site.scriptJobs } }),
      migrationFiles: () => findMigrationFiles({ ...defaultMigrationFolders(dataDir), ...options.migrationFolders }),
      queueMail: job => mails.add(job),
      sendMail: job => mails.send(job),
      streams: site.streams,
      versions: threads.versions,
    },
    realtime,
    limits: await openLimits(site, opened),
    ...(site.code && { code: codeParts(site.code.host, threads.writer) }),
    ...(site.scripts && { scripts: site.scripts }),
    policy: {
      allowOrigin: allowOrigins(options.origins ?? ['*']),
      assertAdminAddress: limitAdminAddresses({ list: () => settings.value.superuserIPs, isTrustedProxy }),
      isTrustedProxy,
      dialect: () => settings.value.dialect,
      hostDialects: options.dialects ?? new Map(),
      logsIp: () => settings.value.logs.logIp,
    },
    files: { dataDir, storage, thumbs, backupStorage },
    monitoring: {
      logs: site.sink,
      requests,
      ...(options.metricsToken && { metrics: { token: options.metricsToken, registry: await registry() } }),
    },
    pages: {
      dashboardDir: options.dashboardDir ?? builtDashboard,
      publicDir: options.publicDir ?? join(dataDir, '..', 'pb_public'),
      indexFallback: options.indexFallback ?? true,
      hasAdmins: () => admins.has(),
    },
  }
  await openCode(site, parts, opened)
  await site.scripts?.open()
  return {
    handle: createHttpApp(parts),
    unread: createUnreadCounter(clients, { isTrustedProxy, logsIp: () => false }),
    countConnection: createConnectionCounter(clients, isTrustedProxy),
  }
}
