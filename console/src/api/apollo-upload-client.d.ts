declare module 'apollo-upload-client/UploadHttpLink.mjs' {
  import type { ApolloLink } from '@apollo/client';

  interface UploadHttpLinkOptions {
    uri: string;
    headers?: Record<string, string>;
  }

  const UploadHttpLink: new (options: UploadHttpLinkOptions) => ApolloLink;
  export default UploadHttpLink;
}
