import { recipes } from '../cookbook/recipes.ts'
import { table } from './table.ts'

const actions = { listRule: 'List', viewRule: 'View', createRule: 'Create', updateRule: 'Update', deleteRule: 'Delete' }

function ruleText(text: string | null): string {
  if (text === null) return ' locked.'
  return text === '' ? ' empty.' : `\n\n\`\`\`text\n${text}\n\`\`\``
}

/** The rules of the cookbook, and who passes them. */
export function cookbook(): string {
  return recipes
    .map(
      ({ title, collection, rule, text, explanation, cases }, index) =>
        `## ${index + 1}. ${title}\n\n${actions[rule]} rule of \`${collection}\`:${ruleText(text)}\n\n${explanation}\n\n${table(
          ['who', 'passes'],
          cases.map(one => [one.text, one.allowed ? 'yes' : 'no']),
        )}`,
    )
    .join('\n\n')
}
