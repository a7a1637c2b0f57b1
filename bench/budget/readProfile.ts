/** A CPU profile of V8, as `node --cpu-prof` writes it. */
export interface CpuProfile {
  nodes: readonly {
    id: number
    callFrame: { functionName: string; url: string }
    children?: readonly number[]
  }[]
  /** Microseconds of the monotonic clock. */
  startTime: number
  samples: readonly number[]
  timeDeltas: readonly number[]
}

/** A period in microseconds of the monotonic clock. */
export interface Period {
  from: number
  to: number
}

const ownFile = /\/packages\/(?<package>[^/]+)\/(?<folder>[^/]+)\//

/** Returns the station of a function of this repository: its folder of the server, or another package. */
function ownStation(url: string): string | undefined {
  if (url.includes('/node_modules/')) return undefined
  const { package: name, folder } = ownFile.exec(url)?.groups ?? {}
  return name === 'server' ? folder : name
}

/** Names of V8 for what is no function. A map, because functions can be called `toString` or `constructor`. */
const special = new Map([
  ['(garbage collector)', 'garbage collection'],
  ['(program)', 'V8 and system'],
])

/**
 * Returns the station of each node of a profile. Functions of Node and of libraries belong to the function of this repository that has
 * called them.
 */
function stationsOf({ nodes }: CpuProfile): Map<number, string> {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const stations = new Map<number, string>()
  const visit = (id: number, caller: string) => {
    const node = byId.get(id)
    if (!node) return
    const { functionName, url } = node.callFrame
    const station = special.get(functionName) ?? ownStation(url) ?? caller
    stations.set(id, station)
    for (const child of node.children ?? []) visit(child, station)
  }
  const [root] = nodes
  if (root) visit(root.id, 'Node')
  return stations
}

/** Returns the number of samples of each station in a period. Samples of an idle thread do not count. */
export function samplesByStation(profile: CpuProfile, { from, to }: Period): Map<string, number> {
  const stations = stationsOf(profile)
  const idle = new Set(profile.nodes.filter(({ callFrame }) => callFrame.functionName === '(idle)').map(({ id }) => id))
  const counts = new Map<string, number>()
  let time = profile.startTime
  for (const [index, id] of profile.samples.entries()) {
    time += profile.timeDeltas[index] ?? 0
    if (time < from || time > to || idle.has(id)) continue
    const station = stations.get(id) ?? 'Node'
    counts.set(station, (counts.get(station) ?? 0) + 1)
  }
  return counts
}
