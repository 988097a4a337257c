/** `virtual:sent/<file in src>#<document>`: the text of a document, as Apollo Client sends it; made by `documents.ts`. */
declare module 'virtual:sent/*' {
  const text: string;
  export default text;
}
