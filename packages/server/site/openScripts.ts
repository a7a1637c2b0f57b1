import type { Settings } from '@coffer/schema'
import { eventStreamRoute } from '../api/mainThreadRoutes.ts'
import { deliver } from '../mail/deliver.ts'
import type { HostStreams, ScriptBackups } from '../pbHooks/HostOperations.ts'
import { type HookedMail, mailOf, type ScriptMail } from '../pbHooks/mailHooks.ts'
import { ScriptHost } from '../pbHooks/ScriptHost.ts'
import { ScriptJobs } from '../pbHooks/ScriptJobs.ts'
import { defaultCallLimits } from '../pbHooks/ScriptThread.ts'
import type { Threads } from '../threads/Threads.ts'
import type { SiteFiles } from './openFiles.ts'
import type { SiteLogs } from './openLogs.ts'
import type { ServerOptions } from './ServerOptions.ts'

interface ScriptParts extends Pick<SiteLogs, 'sink' | 'warn'>, Pick<SiteFiles, 'storage' | 'backupStorage' | 'thumbs'> {
  threads: Threads
  options: Pick<ServerOptions, 'dataDir' | 'dev' | 'pbHooks' | 'code'>
  sendToken: (mail: ScriptMail) => Promise<void>
  streams: HostStreams
  backups: () => ScriptBackups
}

const mailTimeoutMs = 15_000

/** Sends a mail of a script at once, as `newMailClient().send()` of 0.22 does. */
async function sendMail({ writer }: Threads, mail: HookedMail): Promise<void> {
  const answer = await writer.scripts.perform('settings', [])
  if ('error' in answer) throw new Error(answer.error)
  const { smtp } = answer.result as Settings
  await deliver({ mail: mailOf(mail), smtp }, mailTimeoutMs, new AbortController().signal)
}

/** Creates what runs the files of `pb_hooks`, and their jobs. The files are loaded when requests can be served. */
export function openScripts(
  { options, threads, sink, warn, storage, backupStorage, thumbs, sendToken, streams, backups }: ScriptParts,
  opened: AsyncDisposableStack,
): { scripts: ScriptHost; scriptJobs: ScriptJobs } | undefined {
  const { pbHooks, dataDir, dev, code } = options
  if (!pbHooks) return undefined
  const host = new ScriptHost({
    ...pbHooks,
    dataDir,
    isDev: dev === true,
    variables: code?.variables ?? [],
    limits: {
      ...defaultCallLimits,
      ...(code?.maxProcessBytes !== undefined && { heapBytes: code.maxProcessBytes }),
      ...pbHooks.limits,
    },
    ownRoutes: [...threads.dispatcher.routes, eventStreamRoute].map(({ method, path }) => ({ method, path: `/api${path}` })),
    service: threads.writer.scripts,
    storages: { files: () => storage, backups: backupStorage },
    thumbs,
    streams,
    backups,
    mails: { send: mail => sendMail(threads, mail), sendToken },
    log: (level, message, data) => sink.write({ level, message, created: Date.now(), data: JSON.stringify(data) }),
  })
  const jobs = new ScriptJobs({ host, store: threads.writer.hooks, warn })
  opened.defer(() => jobs.close())
  opened.defer(() => host.close())
  return { scripts: host, scriptJobs: jobs }
}
