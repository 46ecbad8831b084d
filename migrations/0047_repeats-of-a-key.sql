-- Final answers that became known while no caller waited: the next repeat of the key is the first to be given them.
alter table payments add column answer_unseen boolean not null default false;
alter table payment_operations
  add column answer_unseen boolean not null default false,
  -- No byte left for the bank: a repeat of the key tries anew.
  add column nothing_sent boolean not null default false;
-- 3d/complete answers from the payment's history: whether its final answer was given before stands here.
alter table three_d_sessions add column completion_answered boolean not null default false;
