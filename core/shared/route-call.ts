/** Methods of routes. */
export type Method = 'get' | 'post' | 'patch' | 'put' | 'delete';

/** The paths of an OpenAPI document that have a method. */
export type PathsWith<Paths, M extends Method> = {
  [P in keyof Paths]: Paths[P] extends { [K in M]: { responses: unknown } } ? P : never;
}[keyof Paths] &
  string;

/** The operation at a path. */
export type OperationAt<Paths, P, M extends Method> = P extends keyof Paths
  ? Paths[P] extends { [K in M]: infer O }
    ? O
    : never
  : never;

type Part<O, K extends string> = O extends { parameters: { [N in K]?: infer V } }
  ? [NonNullable<V>] extends [never]
    ? unknown
    : NonNullable<V>
  : unknown;

type Body<O> = O extends { requestBody: { content: { 'application/json': infer B } } }
  ? { body: B }
  : O extends { requestBody?: { content: { 'application/json': infer B } } }
    ? { body?: B }
    : unknown;

/** What a call gives: the parameters of path and query by their names, and the body. */
export type Given<O> = Part<O, 'path'> & Part<O, 'query'> & Body<O> & { signal?: AbortSignal };

/** The last argument of a call, which may be absent if nothing has to be given. */
export type Arguments<O> = object extends Given<O> ? [given?: Given<O>] : [given: Given<O>];

/** What a success answers. */
export type AnswerOf<O> = O extends { responses: infer R }
  ? {
      [S in keyof R]: S extends 200 | 201
        ? R[S] extends { content: { 'application/json': infer A } }
          ? A
          : never
        : never;
    }[keyof R]
  : never;

/** Returns the options of a request, as openapi-fetch takes them: a parameter that the path does not name is of the query. */
export function optionsOf(path: string, given: Record<string, unknown> = {}) {
  const { body, signal, ...params } = given;
  const isOfPath = ([name]: [string, unknown]): boolean => path.includes(`{${name}}`);
  const all = Object.entries(params);
  return {
    params: {
      path: Object.fromEntries(all.filter(isOfPath)),
      query: Object.fromEntries(all.filter((one) => !isOfPath(one))),
    },
    body,
    signal,
  };
}
