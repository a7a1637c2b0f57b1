import { Alert } from '@coffer/ui'
import { getRouteApi } from '@tanstack/react-router'
import { type CodeScripts, runScriptJob } from '../../../queries/code.ts'
import { Moment } from '../../../shell/page/Moment.tsx'
import { Card } from '../frame/Card.tsx'
import listItem from '../frame/listItem.module.css'
import { CallItem } from './CallItem.tsx'
import styles from './CodePage.module.css'
import { JobItem } from './JobItem.tsx'
import { Section } from './Section.tsx'
import { StackText } from './StackText.tsx'

const route = getRouteApi('/signed-in/settings')

/** Returns the event and the tags of a hook: `onModelAfterCreate, posts`. */
const hookText = (event: string, tags: readonly string[]): string => [event, ...tags].join(', ')

/** A line of a file that registers a hook, a route or a job. */
interface Place {
  file: string
  line: number
}

const textOf = ({ file, line }: Place): string => `${file}:${line}`

/** Returns the place whose handler contains a line, such as one of a stack: the last one of the file up to there. */
function findHandler(places: readonly Place[], code: string | undefined): string | undefined {
  const [, file, line] = /^(.+):(\d+)$/.exec(code ?? '') ?? []
  const [last] = places
    .filter(place => place.file === file && place.line <= Number(line))
    .sort((one, other) => other.line - one.line)
  return last && textOf(last)
}

/** Shows the hooks, routes and jobs of the folder `pb_hooks`, and how they have run. */
export function Scripts({ scripts }: { scripts: CodeScripts }) {
  const { folder, threads, broken, commands, hooks, routes, jobs } = scripts
  const { code } = route.useSearch()
  const asked = findHandler([...hooks, ...routes, ...jobs], code)
  const codeOf = (place: string) => (code !== undefined && place === asked ? code : place)
  return (
    <>
      {broken && (
        <Alert tone="danger" title="A file of pb_hooks could not be loaded. The other files run.">
          <StackText label="Error of pb_hooks" text={broken.error} />
          <Moment label="Since:" date={broken.since} />
        </Alert>
      )}
      <Card>
        <h2 className={styles.title}>pb_hooks</h2>
        <p className={listItem.facts}>
          <code>{folder}</code>
          <span>Run by at most {threads === 1 ? '1 thread' : `${threads} threads`}</span>
          {commands.length > 0 && <span>Commands: {commands.join(', ')}</span>}
        </p>
      </Card>
      <Section title="Hooks of pb_hooks" none="No file registers a hook.">
        {hooks.map(({ event, tags, file, line, ...report }) => {
          const place = textOf({ file, line })
          return <CallItem key={place + event} title={hookText(event, tags)} file={place} code={codeOf(place)} report={report} />
        })}
      </Section>
      <Section title="Routes of pb_hooks" none="No file adds a route.">
        {routes.map(({ method, path, file, line, ...report }) => {
          const place = textOf({ file, line })
          return <CallItem key={place} title={`${method} ${path}`} file={place} code={codeOf(place)} report={report} />
        })}
      </Section>
      <Section title="Jobs of pb_hooks" none="No file adds a job.">
        {jobs.map(({ id, file, line, ...job }) => {
          const place = textOf({ file, line })
          return <JobItem key={id} job={{ ...job, name: id, file: place }} code={codeOf(place)} run={runScriptJob} />
        })}
      </Section>
    </>
  )
}
