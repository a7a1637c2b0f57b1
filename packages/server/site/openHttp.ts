import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createHttpApp, type HttpApp } from '../http/app.ts'
import type { HttpParts } from '../http/HttpParts.ts'
import { FormTurns } from '../http/limits/FormTurns.ts'
import { allowOrigins } from '../http/responses/cors.ts'
import { defaultMigrationFolders, findMigrationFiles } from '../migrations/migrationFiles.ts'
import { LoadHistory } from '../runtime/metrics/LoadHistory.ts'
import { RequestCounters } from '../runtime/metrics/RequestCounters.ts'
import { codeParts, openCode } from './openCode.ts'
import { openLimits } from './openLimits.ts'
import type { SiteParts } from './SiteParts.ts'

const builtDashboard = fileURLToPath(new URL('../../dashboard/dist', import.meta.url))

/** Opens what serves requests: their limits, what is measured, code of hooks, and the handler of all requests. */
export async function openHttp(site: SiteParts, opened: AsyncDisposableStack): Promise<HttpApp> {
  const { options, dispatcher, storage, thumbs, backupStorage, backups, doctor, clients, realtime, mails, admins } = site
  const { dataDir, node } = options
  const requests = new RequestCounters(dispatcher.routes)
  const loadHistory = new LoadHistory(requests, () => dispatcher.load().threads)
  opened.defer(() => loadHistory.close())
  const registry = async () =>
    (await import('./openMetrics.ts')).openMetrics({ dataDir, node, dispatcher, requests, realtime, mails, backupStorage })
  const parts: HttpParts = {
    dispatcher,
    main: {
      backups,
      outcomes: site.shared.outcomes,
      isDraining: site.shared.isDraining,
      doctor,
      clients,
      loadHistory,
      logs: site.sink,
      nodes: dispatcher.writer.nodes,
      ...(site.code && { code: site.code }),
      ...(site.scripts && site.scriptJobs && { scripts: { host: site.scripts, jobs: site.scriptJobs } }),
      migrationFiles: () => findMigrationFiles({ ...defaultMigrationFolders(dataDir), ...options.migrationFolders }),
      queueMail: job => mails.add(job),
      sendMail: job => mails.send(job),
      streams: site.streams,
      versions: dispatcher.versions,
    },
    realtime,
    logs: site.sink,
    clients,
    ...(await openLimits(site, opened)),
    ...(site.code && { code: codeParts(site.code.host, dispatcher.writer) }),
    ...(site.scripts && { scripts: site.scripts }),
    policy: {
      allowOrigin: allowOrigins(options.origins ?? ['*']),
      isTrustedProxy: site.isTrustedProxy,
      dialect: () => site.settings.value.dialect,
      hostDialects: options.dialects ?? new Map(),
      logsIp: () => site.settings.value.logs.logIp,
    },
    files: { dataDir, storage, thumbs, backupStorage, formTurns: new FormTurns(clients) },
    measures: {
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
  return createHttpApp(parts)
}
