/** The parts of a package.json that name versions. */
export interface Manifest {
  name: string
  version: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

export interface VersionedFiles {
  /** The package.json of the repository, then those of the workspaces. */
  manifests: [Manifest, ...Manifest[]]
  changelog: string
  dockerfile: string
  /** Documents that name the tarball, by path. */
  documents: Record<string, string>
}

const semanticVersion = /^\d+\.\d+\.\d+(-[\w.]+)?$/

const rangesIn = ({ dependencies, devDependencies, optionalDependencies }: Manifest): [string, string][] =>
  Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })

/** Returns the packages that the manifests require in different ranges. */
function findDifferentRanges(manifests: readonly Manifest[]): string[] {
  const known = new Map<string, { range: string; manifest: string }>()
  return manifests.flatMap(manifest =>
    rangesIn(manifest).flatMap(([name, range]) => {
      const first = known.get(name)
      if (first === undefined) known.set(name, { range, manifest: manifest.name })
      if (first === undefined || first.range === range) return []
      return [`${manifest.name} requires ${name} ${range}, but ${first.manifest} requires ${first.range}`]
    }),
  )
}

/** Returns the versions in the headings of the changelog, the newest first. */
const releasesIn = (changelog: string): string[] =>
  [...changelog.matchAll(/^## (\d\S*) - \d{4}-\d\d-\d\d$/gm)].flatMap(([, version]) => version ?? [])

function findChangelogProblems(changelog: string, version: string, isRelease: boolean): string[] {
  const headings = [...changelog.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading ?? '')
  const releases = releasesIn(changelog)
  const unknown = headings.filter(
    (heading, index) => !(heading === 'Unreleased' && index === 0) && !/^\d\S* - \d{4}-\d\d-\d\d$/.test(heading),
  )
  const problems = unknown.map(heading => `CHANGELOG.md has the heading "${heading}" instead of "VERSION - YYYY-MM-DD"`)
  if (headings[0] !== 'Unreleased' && releases[0] !== version)
    problems.push(`CHANGELOG.md begins with ${releases[0]}, but the version is ${version}`)
  if (isRelease && headings[0] === 'Unreleased')
    problems.push(`CHANGELOG.md begins with Unreleased: replace that by "${version} - YYYY-MM-DD"`)
  return problems
}

/** Returns where the files disagree about the version of Coffer, of Node, or of a dependency. */
export function findVersionProblems(
  { manifests, changelog, dockerfile, documents }: VersionedFiles,
  isRelease: boolean,
): string[] {
  const [root] = manifests
  const { version } = root
  const problems = semanticVersion.test(version) ? [] : [`${version} is not a semantic version`]
  for (const manifest of manifests) {
    if (manifest.version !== version) problems.push(`${manifest.name} has the version ${manifest.version} instead of ${version}`)
    for (const [name, range] of rangesIn(manifest))
      if (name.startsWith('@coffer/') && range !== version)
        problems.push(`${manifest.name} requires ${name} ${range} instead of ${version}`)
  }
  const nodes = new Set(
    Object.entries(root.optionalDependencies ?? {}).flatMap(([name, range]) => (/^node-/.test(name) ? range : [])),
  )
  if (nodes.size !== 1) problems.push(`package.json requires several versions of Node: ${[...nodes].join(', ')}`)
  const [major, minor] = [...nodes][0]?.split('.') ?? []
  for (const [, image = ''] of dockerfile.matchAll(/^FROM (\S+)/gm))
    if (image !== `node:${major}.${minor}-slim`)
      problems.push(`The Dockerfile starts from ${image}, but Node is ${major}.${minor}`)
  for (const [path, text] of Object.entries(documents))
    for (const [tarball] of text.matchAll(/coffer-\d+\.\d+\.\d+(-[\w.]+)?\.tgz/g))
      if (tarball !== `coffer-${version}.tgz`) problems.push(`${path} names ${tarball}, but the version is ${version}`)
  return [...problems, ...findDifferentRanges(manifests), ...findChangelogProblems(changelog, version, isRelease)]
}
