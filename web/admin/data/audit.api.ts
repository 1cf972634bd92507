import { infiniteQueryOptions } from "@tanstack/react-query";
import { type AuditKind, listAudit } from "../../../contract/audit.ts";
import { call } from "../../api/call.ts";
import { queryKey } from "./query-key.ts";

const PAGE = 50;

export const auditQuery = (kind: AuditKind | undefined) =>
  infiniteQueryOptions({
    queryKey: queryKey(listAudit, { query: { kind } }),
    queryFn: ({ pageParam, signal }) => call(listAudit, { query: { kind, limit: PAGE, cursor: pageParam }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
