import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getUser, login, logout, register, type User } from "../../../contract/auth.ts";
import type { CallInput } from "../../../contract/endpoint.ts";
import { adminToken } from "../../api/admin-token.ts";
import { isSignedOut } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { useDismissMessages } from "../../ui/Toast.tsx";
import { isAdmin, userQuery } from "./session.api.ts";

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

/** A server that cannot be asked has not refused it. */
export async function isSessionAccepted(): Promise<boolean> {
  if (adminToken.read() === null) return false;
  return call(getUser).then(
    ({ user }) => isAdmin(user),
    (error) => !isSignedOut(error),
  );
}

export function useKeepSession() {
  const queryClient = useQueryClient();
  const dismissMessages = useDismissMessages();
  return ({ user, token }: Session) => {
    adminToken.store(token);
    // Nothing from an earlier session may show in this one, such as its "Please sign in".
    dismissMessages();
    queryClient.clear();
    queryClient.setQueryData(userQuery.queryKey, user);
  };
}
