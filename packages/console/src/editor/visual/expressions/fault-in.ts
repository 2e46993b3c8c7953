const lengthMax = 1024

/**
 * What is wrong with an expression, and what to do about it; undefined if nothing is. Servers read it with
 * the same parser, which is loaded for the first one. They know more about the names in it.
 */
export async function faultIn(source: string): Promise<string | undefined> {
  if (source.trim() === '') return 'Write an expression, such as visitor.claims.plan == "pro".'
  if (source.length > lengthMax) return `An expression can have at most ${lengthMax} characters. Shorten it.`
  if (source.includes('%}')) return 'An expression can’t contain %}, which ends its tag. Put a space between.'
  const { parseExpressionAt } = await import('acorn')
  try {
    const { type, end } = parseExpressionAt(source, 0, { ecmaVersion: 2024, sourceType: 'module' })
    if (source.slice(end).trim() !== '') return 'Only one expression is allowed. Remove what follows it.'
    if (type !== 'AssignmentExpression') return undefined
    return 'This would set a value. Compare with == instead of =.'
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const at = 'pos' in error && typeof error.pos === 'number' ? error.pos : source.length
    const [word] = /^(?:[\w$]+|\S)/u.exec(source.slice(at)) ?? []
    if (word === undefined) return 'The expression ends too early. Complete it.'
    return `${word} is unexpected here. Correct what stands before it, or remove it.`
  }
}
