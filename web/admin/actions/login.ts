import { useMutation, useQueryClient } from "@tanstack/react-query";
import { login, register, type User } from "../../../contract/auth.ts";
import type { CallInput } from "../../../contract/endpoint.ts";
import { adminToken } from "../../api/admin-token.ts";
import { call } from "../../api/call.ts";
import { useDismissMessages } from "../../ui/Toast.tsx";
import { userQuery } from "../data/session.api.ts";

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
