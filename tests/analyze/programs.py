# SPDX-License-Identifier: BSD-3-Clause
#
# Correct programs with places for mistakes. A place is `@name{right}` or `@name{right => wrong}`:
# a class of classes.py replaces the right text of the places called `name` by its wrong one, or by
# the one that stands here. All run on three ranks, in the variables of prelude.h.
"""PROGRAMS: name -> text in C."""

RECEIVE = """MPI_Recv(in, @rcount{4}, @rtype{MPI_INT}, 0, @rtag{7}, MPI_COMM_WORLD, MPI_STATUS_IGNORE);"""
SEND_ARGUMENTS = """(@buf{out}, @count{4}, @type{MPI_INT}, @peer{1}, @tag{7}, @comm{MPI_COMM_WORLD}"""
PROGRAMS = {}


def add(name, text):
    assert name not in PROGRAMS, name
    PROGRAMS[name] = text.replace("CALL", name).replace("ARGUMENTS", SEND_ARGUMENTS).replace("RECEIVE", RECEIVE)


# Messages. ------------------------------------------------------------------------------------

for call in ("MPI_Send", "MPI_Ssend", "MPI_Bsend", "MPI_Rsend"):
    attach = "MPI_Buffer_attach(pool, sizeof pool);" if "Bsend" in call else ""
    detach = "void* got; int bytes; MPI_Buffer_detach(&got, &bytes);" if "Bsend" in call else ""
    add(call, attach + """
if (rank == 1) MPI_Irecv(in, @rcount{4}, @rtype{MPI_INT}, 0, @rtag{7}, MPI_COMM_WORLD, &request);
MPI_Barrier(MPI_COMM_WORLD);
if (rank == 0) { @unmatched{CALL ARGUMENTS); => } }
if (rank == 1) { @wait{MPI_Wait(&request, MPI_STATUS_IGNORE); => } }
""" + detach)

for call in ("MPI_Isend", "MPI_Issend", "MPI_Ibsend", "MPI_Irsend"):
    attach = "MPI_Buffer_attach(pool, sizeof pool);" if "Ibsend" in call else ""
    detach = "void* got; int bytes; MPI_Buffer_detach(&got, &bytes);" if "Ibsend" in call else ""
    add(call, attach + """
if (rank == 1) MPI_Irecv(in, @rcount{4}, @rtype{MPI_INT}, 0, @rtag{7}, MPI_COMM_WORLD, &second);
MPI_Barrier(MPI_COMM_WORLD);
if (rank == 0) {
  @unmatched{CALL ARGUMENTS, &request); => }
  @modify{ => out[1] = -1;}
  @read{ => }
  @wait{MPI_Wait(&request, MPI_STATUS_IGNORE); => }
}
if (rank == 1) MPI_Wait(&second, MPI_STATUS_IGNORE);
""" + detach)

for call in ("MPI_Send_init", "MPI_Ssend_init", "MPI_Bsend_init", "MPI_Rsend_init"):
    attach = "MPI_Buffer_attach(pool, sizeof pool);" if "Bsend" in call else ""
    detach = "void* got; int bytes; MPI_Buffer_detach(&got, &bytes);" if "Bsend" in call else ""
    add(call, attach + """
if (rank == 1) MPI_Irecv(in, @rcount{4}, @rtype{MPI_INT}, 0, @rtag{7}, MPI_COMM_WORLD, &second);
MPI_Barrier(MPI_COMM_WORLD);
if (rank == 0) {
  CALL ARGUMENTS, &request);
  @start{MPI_Start(&request); => }
  @start_twice{ => MPI_Start(&request);}
  @modify{ => out[1] = -1;}
  @free_active{ => MPI_Request_free(&request);}
  @wait{MPI_Wait(&request, MPI_STATUS_IGNORE); => }
  @free{MPI_Request_free(&request); => }
  @free_twice{ => MPI_Request_free(&request);}
}
if (rank == 1) MPI_Wait(&second, MPI_STATUS_IGNORE);
""" + detach)

TO_RECEIVE = "(@buf{in}, @count{4}, @type{MPI_INT}, @peer{0}, @tag{7}, @comm{MPI_COMM_WORLD}"
add("MPI_Recv", f"""
if (rank == 0) {{ @unsent{{if (1) => if (0)}} MPI_Send(out, @scount{{4}}, @stype{{MPI_INT}}, 1, 7, MPI_COMM_WORLD); }}
if (rank == 1) CALL {TO_RECEIVE}, MPI_STATUS_IGNORE);
""")
add("MPI_Irecv", f"""
if (rank == 1) {{
  CALL {TO_RECEIVE}, &request);
  @overlap{{ => MPI_Irecv(in + 2, 4, MPI_INT, 0, 8, MPI_COMM_WORLD, &second);}}
  @receive_write{{ => in[1] = 99;}}
  MPI_Barrier(MPI_COMM_WORLD);
  @wait{{MPI_Wait(&request, MPI_STATUS_IGNORE); => }}
  @overlap{{ => MPI_Wait(&second, MPI_STATUS_IGNORE);}}
}} else {{
  MPI_Barrier(MPI_COMM_WORLD);
}}
if (rank == 0) {{
  @unsent{{if (1) => if (0)}} MPI_Send(out, @scount{{4}}, @stype{{MPI_INT}}, 1, 7, MPI_COMM_WORLD);
  @overlap{{ => MPI_Send(out, 4, MPI_INT, 1, 8, MPI_COMM_WORLD);}}
}}
""")
add("MPI_Recv_init", f"""
if (rank == 1) {{
  CALL {TO_RECEIVE}, &request);
  @start{{MPI_Start(&request); => }}
  @start_twice{{ => MPI_Start(&request);}}
  @receive_write{{ => in[1] = 99;}}
  MPI_Barrier(MPI_COMM_WORLD);
  @wait{{MPI_Wait(&request, MPI_STATUS_IGNORE); => }}
  @free{{MPI_Request_free(&request); => }}
  @free_twice{{ => MPI_Request_free(&request);}}
}} else {{
  MPI_Barrier(MPI_COMM_WORLD);
}}
if (rank == 0) {{
  @unsent{{if (1) => if (0)}} MPI_Send(out, @scount{{4}}, @stype{{MPI_INT}}, 1, 7, MPI_COMM_WORLD);
}}
""")
for call, end in (("MPI_Sendrecv", "MPI_STATUS_IGNORE"), ("MPI_Isendrecv", "&request")):
    rest = "@modify{ => out[1] = -1;}\n@wait{MPI_Wait(&request, MPI_STATUS_IGNORE); => }" if end == "&request" else ""
    add(call, f"""
const int to = (rank + 1) % size, from = (rank + size - 1) % size;
CALL(@buf{{out}}, @count{{4}}, @type{{MPI_INT}}, @peer{{to}}, @tag{{7}}, @same{{in => out}}, @rcount{{4}}, @rtype{{MPI_INT}}, from,
     7, @comm{{MPI_COMM_WORLD}}, {end});
{rest}
""")
for call, end in (("MPI_Sendrecv_replace", "MPI_STATUS_IGNORE"), ("MPI_Isendrecv_replace", "&request")):
    wait = "@wait{MPI_Wait(&request, MPI_STATUS_IGNORE); => }" if end == "&request" else ""
    add(call, f"""
const int to = (rank + 1) % size, from = (rank + size - 1) % size;
CALL(@buf{{out}}, @count{{4}}, @type{{MPI_INT}}, @peer{{to}}, @tag{{7}}, from, 7, @comm{{MPI_COMM_WORLD}}, {end});
{wait}
""")
PROBED = """
if (rank == 0) { @unsent{if (1) => if (0)} MPI_Send(out, 4, @stype{MPI_INT}, 1, 7, MPI_COMM_WORLD); }
if (rank == 1) {
"""
add("MPI_Probe", PROBED + """
  CALL(@peer{0}, @tag{7}, @comm{MPI_COMM_WORLD}, MPI_STATUS_IGNORE);
  @unreceived{if (1) => if (0)} MPI_Recv(in, @rcount{4}, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}""")
add("MPI_Iprobe", PROBED + """
  CALL(@peer{0}, @tag{7}, @comm{MPI_COMM_WORLD}, &flag, MPI_STATUS_IGNORE);
  @unreceived{if (1) => if (0)} MPI_Recv(in, @rcount{4}, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}""")
add("MPI_Mprobe", PROBED + """
  CALL(@peer{0}, @tag{7}, @comm{MPI_COMM_WORLD}, &message, MPI_STATUS_IGNORE);
  @unreceived{if (1) => if (0)} MPI_Mrecv(in, @rcount{4}, @rtype{MPI_INT}, &message, MPI_STATUS_IGNORE);
}""")
add("MPI_Improbe", PROBED + """
  flag = 0;
  while (!flag) CALL(@peer{0}, @tag{7}, @comm{MPI_COMM_WORLD}, &flag, &message, MPI_STATUS_IGNORE);
  @unreceived{if (1) => if (0)} MPI_Mrecv(in, @rcount{4}, @rtype{MPI_INT}, &message, MPI_STATUS_IGNORE);
}""".replace("@unsent{if (1) => if (0)}", ""))
for call, mine, other, side in (("MPI_Psend_init", 0, "MPI_Precv_init(in, 2, 2, MPI_INT, 0, 7", 1),
                                ("MPI_Precv_init", 1, "MPI_Psend_init(out, 2, 2, MPI_INT, 1, 7", 0)):
    ready = "MPI_Pready_range(0, 1, R);"
    add(call, f"""
if (rank == {mine}) {{
  CALL(@buf{{{'out' if mine == 0 else 'in'}}}, @partitions{{2}}, @count{{2}}, @type{{MPI_INT}}, @peer{{{side}}}, @tag{{7}}, @comm{{MPI_COMM_WORLD}},
       MPI_INFO_NULL, &request);
  @start{{MPI_Start(&request); => }}
  {'@ready{MPI_Pready_range(0, 1, request); => MPI_Pready(0, request);}' if mine == 0 else ''}
  {'@ready_twice{ => MPI_Pready(1, request);}' if mine == 0 else ''}
  @wait{{MPI_Wait(&request, MPI_STATUS_IGNORE); => }}
  @free{{MPI_Request_free(&request); => }}
}}
if (rank == {side}) {{
  {other}, MPI_COMM_WORLD, MPI_INFO_NULL, &second);
  MPI_Start(&second);
  {ready.replace('R', 'second') if mine == 1 else ''}
  MPI_Wait(&second, MPI_STATUS_IGNORE);
  MPI_Request_free(&second);
}}
""")

# Collectives: blocking, nonblocking and persistent from one list of arguments. -------------------

S = "@buf{out}, @count{4}, @type{MPI_INT}"
R = "in, @rcount{4}, @rtype{MPI_INT}"
RV = "in, counts, places, @rtype{MPI_INT}"
OP, ROOT, COMM = "@op{MPI_SUM}", "@root{1}", "@comm{MPI_COMM_WORLD}"
COLLECTIVES = {
    "barrier": COMM,
    "bcast": f"{S}, {ROOT}, {COMM}",
    "reduce": f"@buf{{out}}, @alias{{in => out}}, @count{{4}}, @type{{MPI_INT}}, {OP}, {ROOT}, {COMM}",
    "allreduce": f"@buf{{out}}, @alias{{in => out}}, @count{{4}}, @type{{MPI_INT}}, {OP}, {COMM}",
    "scan": f"@buf{{out}}, @alias{{in => out}}, @count{{4}}, @type{{MPI_INT}}, {OP}, {COMM}",
    "exscan": f"@buf{{out}}, @alias{{in => out}}, @count{{4}}, @type{{MPI_INT}}, {OP}, {COMM}",
    "reduce_scatter": f"@buf{{out}}, in, counts, @type{{MPI_INT}}, {OP}, {COMM}",
    "reduce_scatter_block": f"@buf{{out}}, in, @count{{4}}, @type{{MPI_INT}}, {OP}, {COMM}",
    "gather": f"{S}, {R}, {ROOT}, {COMM}",
    "scatter": f"{S}, {R}, {ROOT}, {COMM}",
    "gatherv": f"{S}, {RV}, {ROOT}, {COMM}",
    "scatterv": f"@buf{{out}}, counts, places, @type{{MPI_INT}}, {R}, {ROOT}, {COMM}",
    "allgather": f"{S}, {R}, {COMM}",
    "allgatherv": f"{S}, {RV}, {COMM}",
    "alltoall": f"{S}, {R}, {COMM}",
    "alltoallv": f"@buf{{out}}, counts, places, @type{{MPI_INT}}, {RV}, {COMM}",
}
EVERY = """@absent{if (1) => if (rank != 1)} """
for kind, arguments in COLLECTIVES.items():
    other = "MPI_Bcast(out + 64, 1, MPI_INT, 0, MPI_COMM_WORLD)" if kind == "barrier" else "MPI_Barrier(MPI_COMM_WORLD)"
    before = "@order{ => if (rank == 1) " + other + ";}\n"
    after = "\n@order{" + other + "; => if (rank != 1) " + other + ";}"
    modified = "out[0] = -1;" if kind != "barrier" else "(void)out;"
    add(f"MPI_{kind.capitalize()}", f"{before}{EVERY}CALL({arguments});{after}")
    add(f"MPI_I{kind}", f"""{before}{EVERY}CALL({arguments}, &request);
@modify{{ => {modified}}}
@receive_write{{ => in[0] = 77;}}{after}
@wait{{MPI_Wait(&request, MPI_STATUS_IGNORE); => }}""")
    add(f"MPI_{kind.capitalize()}_init", f"""{before}{EVERY}CALL({arguments}, MPI_INFO_NULL, &request);
@start{{MPI_Start(&request); => if (rank != 1) MPI_Start(&request);}}
@start_twice{{ => MPI_Start(&request);}}
@modify{{ => {modified}}}{after}
@wait{{MPI_Wait(&request, MPI_STATUS_IGNORE); => }}
@free{{MPI_Request_free(&request); => }}""")

# Windows. ---------------------------------------------------------------------------------------

ORIGIN = "@buf{out}, @count{2}, @type{MPI_INT}, @peer{1}"
TARGET = "@place{0}, 2, @rtype{MPI_INT}"
OPERATIONS = {
    "MPI_Put": f"{ORIGIN}, {TARGET}, @win{{window}}",
    "MPI_Get": f"{ORIGIN.replace('out', 'in')}, {TARGET}, @win{{window}}",
    "MPI_Accumulate": f"{ORIGIN}, {TARGET}, @op{{MPI_SUM}}, @win{{window}}",
    "MPI_Get_accumulate": "@buf{out}, @count{2}, @type{MPI_INT}, in, 2, MPI_INT, @peer{1}, @place{0}, 2, "
                          "@rtype{MPI_INT}, @op{MPI_SUM}, @win{window}",
    "MPI_Fetch_and_op": "@buf{out}, in, @type{MPI_INT}, @peer{1}, @place{0}, @op{MPI_SUM}, @win{window}",
    "MPI_Compare_and_swap": "@buf{out}, in + 8, in, @type{MPI_INT}, @peer{1}, @place{0}, @win{window}",
}
CREATE = "int* memory; MPI_Win_allocate(64, @unit{4}, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);\n"
FREE = "\n@winfree{MPI_Win_free(&window); => }"
for call, arguments in OPERATIONS.items():
    add(call, CREATE + f"""@fence{{MPI_Win_fence(0, window); => }}
if (rank == 0) {{
  {call}({arguments});
  @modify{{ => {'in' if call == 'MPI_Get' else 'out'}[0] = 42;}}
}}
@conflict{{ => if (rank == 2) MPI_Put(out + 8, 1, MPI_INT, 1, 0, 1, MPI_INT, window);}}
@local{{ => if (rank == 1) MPI_Put(out + 8, 1, MPI_INT, 1, 0, 1, MPI_INT, window);}}
@lock_in_fence{{ => MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window); MPI_Win_unlock(1, window);}}
@unclosed{{MPI_Win_fence(MPI_MODE_NOSUCCEED, window); => }}""" + FREE)
    add(call + " locked", CREATE + f"""if (rank == 0) {{
  @lock{{MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, window); => }}
  @lock_twice{{ => MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, window);}}
  {call}({arguments.replace('@', '@l')});
  @modify{{ => {'in' if call == 'MPI_Get' else 'out'}[0] = 42;}}
  @unlock{{MPI_Win_unlock(1, window); => }}
  @unlock_twice{{ => MPI_Win_unlock(1, window);}}
}}
MPI_Barrier(MPI_COMM_WORLD);""" + FREE)
    add(call + " pscw", CREATE + f"""MPI_Group all, mine;
MPI_Comm_group(MPI_COMM_WORLD, &all);
const int one = rank == 0 ? 1 : 0;
MPI_Group_incl(all, 1, &one, &mine);
if (rank == 1) {{
  @post{{MPI_Win_post(mine, 0, window); => }}
  @wait_epoch{{MPI_Win_wait(window); => }}
}}
if (rank == 0) {{
  @start_epoch{{MPI_Win_start(mine, 0, window); => }}
  {call}({arguments.replace('@', '@p')});
  @complete{{MPI_Win_complete(window); => }}
}}
MPI_Group_free(&mine);
MPI_Group_free(&all);
MPI_Barrier(MPI_COMM_WORLD);""" + FREE)
for call, arguments in (("MPI_Rput", OPERATIONS["MPI_Put"]), ("MPI_Rget", OPERATIONS["MPI_Get"]),
                        ("MPI_Raccumulate", OPERATIONS["MPI_Accumulate"])):
    add(call, CREATE + f"""if (rank == 0) {{
  @lock{{MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, window); => }}
  {call}({arguments}, &request);
  @modify{{ => {'in' if call == 'MPI_Rget' else 'out'}[0] = 42;}}
  @wait{{MPI_Wait(&request, MPI_STATUS_IGNORE); => }}
  @unlock{{MPI_Win_unlock(1, window); => }}
}}
MPI_Barrier(MPI_COMM_WORLD);""" + FREE)

# Handles. ----------------------------------------------------------------------------------------

HANDLES = {
    "MPI_Comm_dup": ("MPI_Comm", "MPI_Comm_dup(MPI_COMM_WORLD, &h);", "MPI_Comm_free", "MPI_Comm_rank(h, &flag);"),
    "MPI_Comm_split": ("MPI_Comm", "MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &h);", "MPI_Comm_free",
                       "MPI_Comm_size(h, &flag);"),
    "MPI_Comm_create": ("MPI_Comm", "MPI_Group g; MPI_Comm_group(MPI_COMM_WORLD, &g); "
                        "MPI_Comm_create(MPI_COMM_WORLD, g, &h); MPI_Group_free(&g);", "MPI_Comm_free",
                        "MPI_Comm_rank(h, &flag);"),
    "MPI_Cart_create": ("MPI_Comm", "const int no = 0; MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &no, 0, &h);",
                        "MPI_Comm_free", "MPI_Comm_size(h, &flag);"),
    "MPI_Comm_group": ("MPI_Group", "MPI_Comm_group(MPI_COMM_WORLD, &h);", "MPI_Group_free", "MPI_Group_size(h, &flag);"),
    "MPI_Group_incl": ("MPI_Group", "MPI_Group g; MPI_Comm_group(MPI_COMM_WORLD, &g); "
                       "MPI_Group_incl(g, 1, &(int){0}, &h); MPI_Group_free(&g);", "MPI_Group_free",
                       "MPI_Group_rank(h, &flag);"),
    "MPI_Op_create": ("MPI_Op", "MPI_Op_create(keep, 1, &h);", "MPI_Op_free", "MPI_Op_commutative(h, &flag);"),
    "MPI_Info_create": ("MPI_Info", "MPI_Info_create(&h);", "MPI_Info_free", 'MPI_Info_set(h, "a", "b");'),
    "MPI_Comm_create_errhandler": ("MPI_Errhandler", "MPI_Comm_create_errhandler(handle_error, &h);",
                                   "MPI_Errhandler_free", "MPI_Comm_set_errhandler(copy, h);"),
}
for call, arguments in (("MPI_Type_contiguous", "2, MPI_INT"), ("MPI_Type_vector", "2, 1, 2, MPI_INT"),
                        ("MPI_Type_create_hvector", "2, 1, 8, MPI_INT"),
                        ("MPI_Type_indexed", "2, counts, places, MPI_INT"),
                        ("MPI_Type_create_indexed_block", "2, 1, places, MPI_INT"),
                        ("MPI_Type_create_resized", "MPI_INT, 0, 8"), ("MPI_Type_dup", "MPI_INT")):
    HANDLES[call] = ("MPI_Datatype", f"{call}({arguments}, &h);\n@commit{{MPI_Type_commit(&h); => }}", "MPI_Type_free",
                     "if (rank == 0) MPI_Send(out, 1, h, 1, 7, MPI_COMM_WORLD);\n"
                     "if (rank == 1) MPI_Recv(in, 1, h, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);")
for call, (kind, make, free, use) in HANDLES.items():
    if call == "MPI_Type_dup":
        make = make.replace("@commit{MPI_Type_commit(&h); => }", "MPI_Type_commit(&h);")
    add(call, f"""{kind} h;
{make}
@use_after_free{{ => {kind} old = h; {free}(&h); h = old;}}
{use}
@use_after_free{{if (1) => if (0)}} {{ @leak{{{free}(&h); => }} }}
@free_handle_twice{{ => {free}(&h);}}
""")
