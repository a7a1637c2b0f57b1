import { useQuery } from '@tanstack/react-query'
import { nodesQuery } from '../../../queries/nodes.ts'
import { Card } from '../frame/Card.tsx'
import listItem from '../frame/listItem.module.css'
import { QueryNotice } from '../frame/QueryNotice.tsx'
import { SettingsFrame } from '../frame/SettingsFrame.tsx'
import { NodeItem } from './NodeItem.tsx'

/** The servers that share the database. An outdated list is not shown, because it would hide that a node hangs. */
export function NodesPage() {
  const query = useQuery(nodesQuery)
  const { data, isSuccess } = query
  return (
    <SettingsFrame title="Nodes">
      {isSuccess ? (
        <Card>
          {data.length === 0 ? (
            <SingleServer />
          ) : (
            <ul className={listItem.list} aria-label="Nodes">
              {data.map(node => (
                <NodeItem key={node.name} node={node} />
              ))}
            </ul>
          )}
        </Card>
      ) : (
        <QueryNotice query={query} noun="nodes" />
      )}
    </SettingsFrame>
  )
}

function SingleServer() {
  return (
    <p>
      This server is the only one of its database. The manual describes how to run <a href="/_/docs/nodes.html">several nodes</a>.
    </p>
  )
}
