interface Registry {
  /** The path within `packages/fields/registry`. What only the dashboard loads is in `browser/`. */
  path: string
  comment: string
  /** The file in the folder of each type, and its export. */
  part: string
  exported: string
  /** The exported record: its name, the type that requires every part, and the module with that type. */
  record: string
  type: string
  module: string
  /** Whether the record keeps the own types of its parts. */
  isExact?: true
}

const registries: readonly Registry[] = [
  {
    path: 'rules.ts',
    comment: 'The rules of every field type.',
    part: 'field.ts',
    exported: 'field',
    record: 'rules',
    type: 'RequiredRules',
    module: 'contract.ts',
    isExact: true,
  },
  {
    path: 'abilities.ts',
    comment: 'The abilities of every field type.',
    part: 'abilities.ts',
    exported: 'abilities',
    record: 'abilities',
    type: 'AllAbilities',
    module: 'contract.ts',
  },
  {
    path: 'jsonSchemas.ts',
    comment: 'How the values of every field type look in JSON.',
    part: 'jsonSchema.ts',
    exported: 'jsonSchema',
    record: 'jsonSchemas',
    type: 'AllJsonSchemas',
    module: 'jsonSchemaContract.ts',
  },
  {
    path: 'browser/views.ts',
    comment: 'The cells of every field type.',
    part: 'view.ts',
    exported: 'view',
    record: 'views',
    type: 'FieldViews',
    module: 'viewContract.ts',
  },
  {
    path: 'browser/inputs.ts',
    comment: 'The inputs of every field type. They are much larger than the cells, so they are loaded with the first form.',
    part: 'Input.tsx',
    exported: 'Input',
    record: 'inputs',
    type: 'FieldInputs',
    module: 'viewContract.ts',
  },
  {
    path: 'browser/optionsViews.ts',
    comment: 'The options views of every field type.',
    part: 'optionsView.ts',
    exported: 'optionsView',
    record: 'optionsViews',
    type: 'FieldOptionsViews',
    module: 'optionsContract.ts',
  },
]

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function printRegistry(registry: Registry, names: readonly string[]): string {
  const { path, comment, part, exported, record, type, module, isExact } = registry
  const root = path.includes('/') ? '../..' : '..'
  const nameOf = (name: string) => `${name}${capitalize(exported)}`
  const imports = [
    { from: `${root}/${module}`, names: `type { ${type} }` },
    ...names.map(name => ({ from: `${root}/${name}/${part}`, names: `{ ${exported} as ${nameOf(name)} }` })),
  ].sort((one, other) => (one.from < other.from ? -1 : 1))
  return [
    '// Written by `npm run fields` from fieldTypeNames.ts.',
    ...imports.map(({ from, names }) => `import ${names} from '${from}'`),
    '',
    `/** ${comment} */`,
    `export const ${record}${isExact ? '' : `: ${type}`} = {`,
    ...names.map(name => `  ${name}: ${nameOf(name)},`),
    isExact ? `} satisfies ${type}` : '}',
    '',
  ].join('\n')
}

/** Returns the modules that import a part of every field type, with their paths within `packages/fields/registry`. */
export function fieldRegistries(names: readonly string[]): { path: string; text: string }[] {
  return registries.map(registry => ({ path: registry.path, text: printRegistry(registry, names) }))
}
