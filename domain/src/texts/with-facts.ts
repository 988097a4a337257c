/** A text with its facts: `{{least}}` stands for the one of that name. */
export const withFacts = (text: string, facts: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => String(facts[name] ?? ''));
