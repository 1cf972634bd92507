import { useMutation, useQueryClient } from "@tanstack/react-query";
import { login, logout, register, type User } from "../../../contract/auth.ts";
import type { CallInput } from "../../../contract/endpoint.ts";
import { adminToken } from "../../api/admin-token.ts";
import { call } from "../../api/call.ts";
import { userQuery } from "./session.api.ts";

type Session = { user: User; token: string };

export function useLogin() {
  const keep = useKeepSession();
  return useMutation({
    mutationFn: (body: CallInput<typeof login>["body"]) => call(login, { body }),
    onSuccess: keep,
  });
}

export function useRegister() {
  const keep = useKeepSession();
  return useMutation({
    mutationFn: (body: CallInput<typeof register>["body"]) => call(register, { body }),
    onSuccess: keep,
  });
}

/** Forgets the token right away. If the server cannot be reached, the token expires there on its own. */
export function endSession(): void {
  if (adminToken.read() === null) return;
  const ended = call(logout);
  adminToken.remove();
  ended.catch(() => {});
}

export function useKeepSession() {
  const queryClient = useQueryClient();
  return ({ user, token }: Session) => {
    adminToken.store(token);
    // Nothing from an earlier session may show in this one.
    queryClient.clear();
    queryClient.setQueryData(userQuery.queryKey, user);
  };
}
