import { Alert } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { type Code, type CodeHook, codeQuery } from '../../../queries/code.ts'
import { Moment } from '../../../shell/page/Moment.tsx'
import { Card } from '../frame/Card.tsx'
import listItem from '../frame/listItem.module.css'
import { QueryNotice } from '../frame/QueryNotice.tsx'
import { SettingsFrame } from '../frame/SettingsFrame.tsx'
import { CallItem } from './CallItem.tsx'
import styles from './CodePage.module.css'
import { JobItem } from './JobItem.tsx'
import { Migrations } from './Migrations.tsx'
import { ParkedCalls } from './ParkedCalls.tsx'
import { Scripts } from './Scripts.tsx'
import { Section } from './Section.tsx'
import { StackText } from './StackText.tsx'

const actions: Record<CodeHook['action'], string> = {
  create: 'create',
  update: 'update',
  delete: 'delete',
  list: 'list',
  view: 'view',
  signIn: 'sign-in',
}

/** Returns when a hook is called: `posts, before create`. */
function hookText({ collection, time, action }: Pick<CodeHook, 'collection' | 'time' | 'action'>): string {
  return `${collection === '*' ? 'All collections' : collection}, ${time} ${actions[action]}`
}

/** Shows the hooks, routes and jobs of the server's folders of code, how they have run, and the migrations. */
export function CodePage() {
  const query = useQuery(codeQuery)
  return (
    <SettingsFrame title="Code">
      {query.data ? <Sections code={query.data} /> : <QueryNotice query={query} noun="code" />}
    </SettingsFrame>
  )
}

function Sections({ code }: { code: Code }) {
  const { scripts, migrations } = code
  return (
    <>
      {code.folder === '' && !scripts && <NoFolder />}
      {code.folder !== '' && <Hooks code={code} />}
      {scripts && <Scripts scripts={scripts} />}
      {migrations.length > 0 && <Migrations migrations={migrations} />}
    </>
  )
}

function Hooks({ code }: { code: Code }) {
  const { broken } = code
  return (
    <>
      {broken && (
        <Alert
          tone="danger"
          title={
            code.files.length > 0
              ? 'The changed files could not be loaded. The former version keeps running.'
              : 'The files could not be loaded. Requests for records are rejected until they are.'
          }
        >
          <StackText label="Error of the files" text={broken.error} />
          <Moment label="Last attempt:" date={broken.since} />
        </Alert>
      )}
      {code.stopped !== '' && (
        <Alert tone="danger" title="No process of hooks is running, so no hook, route or job can be called.">
          <StackText label="Why the last process ended" text={code.stopped} />
          <p>The server keeps starting processes. The log has an entry for each that ended.</p>
        </Alert>
      )}
      <Files code={code} />
      {/* While no file is loaded, nobody knows what the files register. */}
      {(code.files.length > 0 || !broken) && <Registered code={code} />}
      <ParkedCalls />
    </>
  )
}

function Registered({ code: { hooks, routes, jobs } }: { code: Code }) {
  return (
    <>
      <Section title="Hooks" none="No file registers a hook.">
        {hooks.map(({ key, file, ...hook }) => (
          <CallItem
            key={key}
            title={hookText(hook)}
            file={file}
            code={key}
            report={hook}
            problem={hook.hasCollection ? undefined : 'No such collection'}
          />
        ))}
      </Section>
      <Section title="Routes" none="There are no files in the folder routes.">
        {routes.map(({ file, mount, ...report }) => (
          <CallItem key={file} title={mount} file={file} code={file} report={report} />
        ))}
      </Section>
      <Section title="Jobs" none="No file schedules a job.">
        {jobs.map(job => (
          <JobItem key={job.name} job={job} />
        ))}
      </Section>
    </>
  )
}

function NoFolder() {
  return (
    <Card>
      <p>
        Create a folder named <code>hooks</code> beside the data directory and restart the server. TypeScript files in it run when
        records change, handle requests and run at fixed times. <a href="/_/docs/hooks.html">How to write code of your own</a>
      </p>
    </Card>
  )
}

function Files({ code: { folder, files, processes, broken } }: { code: Code }) {
  return (
    <Card>
      <h2 className={styles.title}>Files</h2>
      <p className={listItem.facts}>
        <code>{folder}</code>
        <span>Run by {processes === 1 ? '1 process' : `${processes} processes`}</span>
      </p>
      {files.length === 0 ? (
        <p>{broken ? 'No file is loaded.' : 'There are no TypeScript files in the folder.'}</p>
      ) : (
        <div className={styles.files}>
          <ul className={listItem.list} aria-label="Files">
            {files.map(file => (
              <li key={file}>
                <code>{file}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  )
}
