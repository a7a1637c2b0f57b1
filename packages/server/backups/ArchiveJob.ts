import type { ImportJob } from './importDatabases.ts'
import type { ArchiveContent, InspectJob } from './inspectArchive.ts'
import type { PackedArchive, PackJob } from './packDirectory.ts'
import type { UnpackJob } from './unpackArchive.ts'
import type { VerifyJob } from './verifyArchive.ts'

/** A job on an archive, which runs in its own thread. */
export type ArchiveJob = ImportJob | InspectJob | PackJob | UnpackJob | VerifyJob

/** The result of each kind of job. */
export type ArchiveResult<Job extends ArchiveJob> = Job extends InspectJob
  ? ArchiveContent
  : Job extends PackJob
    ? PackedArchive
    : undefined

/** Runs a job. Imports its code on demand, because the thread only runs one job. */
export async function performArchiveJob(job: ArchiveJob): Promise<ArchiveContent | PackedArchive | undefined> {
  switch (job.kind) {
    case 'import':
      await (await import('./importDatabases.ts')).importDatabases(job)
      return undefined
    case 'pack':
      return (await import('./packDirectory.ts')).packDirectory(job)
    case 'inspect':
      return (await import('./inspectArchive.ts')).inspectArchive(job)
    case 'unpack':
      await (await import('./unpackArchive.ts')).unpackArchive(job)
      return undefined
    case 'verify':
      await (await import('./verifyArchive.ts')).verifyArchive(job)
      return undefined
  }
}
