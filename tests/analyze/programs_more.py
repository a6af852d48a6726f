# SPDX-License-Identifier: BSD-3-Clause
#
# More programs as in programs.py: deadlocks, races, start and end, topologies, files,
# intercommunicators, threads.
"""Fills programs.PROGRAMS."""
from programs import add

# Two ranks that send to each other before they receive: right only with the order of odd and even.
for call in ("MPI_Send", "MPI_Ssend"):
    for name, numbers in (("pair", "rank ^ 1, rank ^ 1"), ("ring", "(rank + 1) % size, (rank + size - 1) % size")):
        limit = "if (rank < 2)" if name == "pair" else ""
        slot = "buffered" if call == "MPI_Send" else "cycle"
        add(f"{call} {name}", f"""{limit} {{
  const int peers[2] = {{{numbers}}};
  if (@{slot}{{rank == 0 => 0}}) MPI_Recv(in, 4, MPI_INT, peers[1], 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  {call}(out, 4, MPI_INT, peers[0], 7, MPI_COMM_WORLD);
  if (@{slot}{{rank != 0 => 1}}) MPI_Recv(in, 4, MPI_INT, peers[1], 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}}""")
for call, end in (("MPI_Isend", "MPI_Wait(&request, MPI_STATUS_IGNORE)"), ("MPI_Isend all", "MPI_Waitall(1, &request, MPI_STATUSES_IGNORE)"),
                  ("MPI_Isend any", "MPI_Waitany(1, &request, &flag, MPI_STATUS_IGNORE)"),
                  ("MPI_Isend some", "MPI_Waitsome(1, &request, &flag, in + 9, MPI_STATUSES_IGNORE)")):
    add(f"{call} wait", f"""const int to = (rank + 1) % size, from = (rank + size - 1) % size;
MPI_Isend(out, 4, MPI_INT, to, 7, MPI_COMM_WORLD, &request);
@buffered{{ => {end};}}
MPI_Recv(in, 4, MPI_INT, from, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
@buffered{{{end}; => }}""")
for call, end in (("MPI_Recv", ""), ("MPI_Irecv", ""), ("MPI_Mprobe", ""), ("MPI_Probe", "")):
    receive = {"MPI_Recv": "MPI_Recv(in, 4, MPI_INT, from, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);",
               "MPI_Irecv": "MPI_Irecv(in, 4, MPI_INT, from, 7, MPI_COMM_WORLD, &request); MPI_Wait(&request, MPI_STATUS_IGNORE);",
               "MPI_Mprobe": "MPI_Mprobe(from, 7, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE); MPI_Mrecv(in, 4, MPI_INT, &message, MPI_STATUS_IGNORE);",
               "MPI_Probe": "MPI_Probe(from, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE); MPI_Recv(in, 4, MPI_INT, from, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);"}[call]
    add(f"{call} first", f"""const int to = (rank + 1) % size, from = (rank + size - 1) % size;
if (@cycle{{rank != 0 => 1}}) {{ {receive} }}
MPI_Send(out, 4, MPI_INT, to, 7, MPI_COMM_WORLD);
if (@cycle{{rank == 0 => 0}}) {{ {receive} }}""")

# A collective on one side of a message: right when the message is complete first.
for call, text in (("MPI_Barrier", "MPI_Barrier(MPI_COMM_WORLD);"),
                   ("MPI_Bcast", "MPI_Bcast(out, 4, MPI_INT, 0, MPI_COMM_WORLD);"),
                   ("MPI_Allreduce", "MPI_Allreduce(out, in + 64, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);"),
                   ("MPI_Alltoall", "MPI_Alltoall(out, 4, MPI_INT, in + 64, 4, MPI_INT, MPI_COMM_WORLD);"),
                   ("MPI_Allgather", "MPI_Allgather(out, 4, MPI_INT, in + 64, 4, MPI_INT, MPI_COMM_WORLD);")):
    add(f"{call} between", f"""if (rank == 0) MPI_Send(out, 4, MPI_INT, 1, 7, MPI_COMM_WORLD);
@buffered{{ => if (rank == 1) {text}}}
if (rank == 1) MPI_Recv(in, 4, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
@buffered{{if (1) => if (rank != 1)}} {text}""")
    hidden = "buffered" if call == "MPI_Bcast" else "cycle"  # a root does not wait for the others
    add(f"{call} behind receive", f"""@{hidden}{{ => if (rank == 0) {text}}}
if (rank == 0) MPI_Ssend(out, 4, MPI_INT, 1, 7, MPI_COMM_WORLD);
if (rank == 1) MPI_Recv(in, 4, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
@{hidden}{{if (1) => if (rank != 0)}} {text}""")
for first, second in (("MPI_Bcast(out, 4, MPI_INT, 0, {})", "bcast"), ("MPI_Reduce(out, in, 4, MPI_INT, MPI_SUM, 0, {})", "reduce"),
                      ("MPI_Barrier({})", "barrier"), ("MPI_Gather(out, 4, MPI_INT, in, 4, MPI_INT, 0, {})", "gather"),
                      ("MPI_Allreduce(out, in, 4, MPI_INT, MPI_SUM, {})", "allreduce")):
    one, two = first.format("MPI_COMM_WORLD"), first.format("copy")
    hidden = "swapped_hidden" if second in ("bcast", "reduce", "gather") else "swapped"  # a root does not wait for all
    add(f"two communicators {second}", f"""if (@{hidden}{{1 => rank != 1}}) {{ {one}; {two}; }} else {{ {two}; {one}; }}""")

# Wildcards: which message comes first must not matter. ---------------------------------------------

for call, receive in (
        ("MPI_Recv", "MPI_Recv(in, 1, MPI_INT, FROM, 7, MPI_COMM_WORLD, &status);"),
        ("MPI_Irecv", "MPI_Irecv(in, 1, MPI_INT, FROM, 7, MPI_COMM_WORLD, &request); MPI_Wait(&request, &status);"),
        ("MPI_Probe", "MPI_Probe(FROM, 7, MPI_COMM_WORLD, &status); "
                      "MPI_Recv(in, 1, MPI_INT, status.MPI_SOURCE, 7, MPI_COMM_WORLD, &status);"),
        ("MPI_Mprobe", "MPI_Mprobe(FROM, 7, MPI_COMM_WORLD, &message, &status); MPI_Mrecv(in, 1, MPI_INT, &message, &status);"),
        ("MPI_Recv_init", "MPI_Recv_init(in, 1, MPI_INT, FROM, 7, MPI_COMM_WORLD, &request); MPI_Start(&request); "
                          "MPI_Wait(&request, &status); MPI_Request_free(&request);")):
    add(f"{call} wildcard", f"""if (rank != 0) MPI_Send(out, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
if (rank == 0) {{
  MPI_Status status;
  {receive.replace("FROM", "@race{1 => MPI_ANY_SOURCE}")}
  MPI_Recv(in, 1, MPI_INT, 2, 7, MPI_COMM_WORLD, &status);
}}""")

# Start and end. ------------------------------------------------------------------------------------

for name, text in (("alone", ""), ("after a message", """if (rank == 0) MPI_Send(out, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
if (rank == 1) MPI_Recv(in, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);"""),
                   ("after a barrier", "MPI_Barrier(MPI_COMM_WORLD);"),
                   ("after a bcast", "MPI_Bcast(out, 1, MPI_INT, 0, MPI_COMM_WORLD);")):
    for who in ("1", "rank == 0", "rank == 2"):
        add(f"end {name} {who}", f"{text}\n@no_finalize{{ => if ({who}) {{ tear_down(); exit(0); }}}}")
for name, text in (("MPI_Barrier", "MPI_Barrier(MPI_COMM_WORLD)"), ("MPI_Comm_rank", "MPI_Comm_rank(MPI_COMM_WORLD, &rank)"),
                   ("MPI_Send", "MPI_Send(out, 1, MPI_INT, MPI_PROC_NULL, 7, MPI_COMM_WORLD)"),
                   ("MPI_Bcast", "MPI_Bcast(out, 1, MPI_INT, 0, MPI_COMM_WORLD)"),
                   ("MPI_Comm_dup", "MPI_Comm_dup(MPI_COMM_WORLD, &copy)"),
                   ("MPI_Type_contiguous", "MPI_Type_contiguous(1, MPI_INT, &uncommitted)"),
                   ("MPI_Finalize", "MPI_Finalize()"), ("MPI_Init", "MPI_Init(NULL, NULL)")):
    add(f"{text} after the end", f"@after_end{{ => tear_down(); MPI_Finalize(); {text}; exit(0);}}")
add("MPI_Init once", "@init_twice{ => MPI_Init(NULL, NULL);}")
add("MPI_Init_thread once", "@init_twice{ => MPI_Init_thread(NULL, NULL, MPI_THREAD_SINGLE, &flag);}")

# Topologies, intercommunicators, files. --------------------------------------------------------------

for call, text in (
        ("MPI_Cart_rank", "MPI_Cart_rank(@cart{ring => MPI_COMM_WORLD}, &(int){1}, &flag);"),
        ("MPI_Cart_coords", "MPI_Cart_coords(@cart{ring => MPI_COMM_WORLD}, @toporank{1 => 77}, 1, &flag);"),
        ("MPI_Cart_shift", "MPI_Cart_shift(@cart{ring => MPI_COMM_WORLD}, @direction{0 => 5}, 1, &flag, in);"),
        ("MPI_Cart_get", "MPI_Cart_get(@cart{ring => MPI_COMM_WORLD}, 1, in, in + 1, in + 2);"),
        ("MPI_Cartdim_get", "MPI_Cartdim_get(@cart{ring => MPI_COMM_WORLD}, &flag);"),
        ("MPI_Dims_create", "in[0] = @dims{0 => 2}; in[1] = 0; MPI_Dims_create(3, 2, in);"),
        ("MPI_Neighbor_allgather", "MPI_Neighbor_allgather(out, 1, MPI_INT, in, 1, MPI_INT, @cart{ring => MPI_COMM_WORLD});"),
        ("MPI_Neighbor_alltoall", "MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, @cart{ring => MPI_COMM_WORLD});"),
        ("MPI_Graph_neighbors_count", "MPI_Comm h; const int index[3] = {1, 2, 3}, edges[3] = {1, 2, 0}; "
         "MPI_Graph_create(MPI_COMM_WORLD, 3, index, edges, 0, &h); "
         "MPI_Graph_neighbors_count(@cart{h => MPI_COMM_WORLD}, @toporank{0 => 9}, &flag); MPI_Comm_free(&h);"),
        ("MPI_Comm_remote_size", "MPI_Comm h, i; MPI_Comm_split(MPI_COMM_WORLD, rank == 0, 0, &h); "
         "MPI_Intercomm_create(h, 0, MPI_COMM_WORLD, rank == 0, 3, &i); "
         "MPI_Comm_remote_size(@inter{i => h}, &flag); MPI_Comm_free(&h); @leak{MPI_Comm_free(&i); => }"),
        ("MPI_Comm_remote_group", "MPI_Comm h, i; MPI_Group g; MPI_Comm_split(MPI_COMM_WORLD, rank == 0, 0, &h); "
         "MPI_Intercomm_create(h, 0, MPI_COMM_WORLD, rank == 0, 3, &i); "
         "MPI_Comm_remote_group(@inter{i => h}, &g); MPI_Group_free(&g); MPI_Comm_free(&h); @leak{MPI_Comm_free(&i); => }"),
        ("MPI_Intercomm_merge", "MPI_Comm h, i, m; MPI_Comm_split(MPI_COMM_WORLD, rank == 0, 0, &h); "
         "MPI_Intercomm_create(h, 0, MPI_COMM_WORLD, rank == 0, 3, &i); "
         "MPI_Intercomm_merge(@inter{i => h}, 0, &m); @leak{MPI_Comm_free(&m); => } MPI_Comm_free(&h); MPI_Comm_free(&i);"),
        ("MPI_Group_excl", "MPI_Group g, e; MPI_Comm_group(MPI_COMM_WORLD, &g); MPI_Group_excl(g, 1, &(int){@toporank{0 => 7}}, &e); "
         "@leak{MPI_Group_free(&e); => } MPI_Group_free(&g);"),
        ("MPI_Group_translate_ranks", "MPI_Group g; MPI_Comm_group(MPI_COMM_WORLD, &g); "
         "MPI_Group_translate_ranks(g, 1, &(int){@toporank{0 => 9}}, g, &flag); @leak{MPI_Group_free(&g); => }"),
        ("MPI_Type_size", "MPI_Type_size(@type{MPI_INT}, &flag);"),
        ("MPI_Error_string", "char text[MPI_MAX_ERROR_STRING]; MPI_Error_string(@errorcode{0 => -99}, text, &flag);"),
        ("MPI_Buffer_attach", "void* got; int bytes; MPI_Buffer_attach(pool, sizeof pool); "
         "@attached_twice{ => MPI_Buffer_attach(pool, sizeof pool);} MPI_Buffer_detach(&got, &bytes);"),
        ("MPI_Bsend space", "void* got; int bytes; MPI_Buffer_attach(pool, @bspace{4096 => 8}); "
         "if (rank == 0) MPI_Bsend(out, 4, MPI_INT, 1, 7, MPI_COMM_WORLD); "
         "if (rank == 1) MPI_Recv(in, 4, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE); MPI_Buffer_detach(&got, &bytes);")):
    add(call, text)
FILE = """MPI_File f;
MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
MPI_File_open(MPI_COMM_SELF, "/dev/null", @amode{MPI_MODE_RDWR}, MPI_INFO_NULL, &f);
MPI_File_set_errhandler(f, MPI_ERRORS_ARE_FATAL);
%s
@leak{MPI_File_close(&f); => }
"""
for call, arguments in (("MPI_File_write", "f, out, @count{1}, @type{MPI_INT}, MPI_STATUS_IGNORE"),
                        ("MPI_File_read", "f, in, @count{1}, @type{MPI_INT}, MPI_STATUS_IGNORE"),
                        ("MPI_File_write_at", "f, @offset{0 => -8}, out, @count{1}, @type{MPI_INT}, MPI_STATUS_IGNORE"),
                        ("MPI_File_read_at", "f, @offset{0 => -8}, in, @count{1}, @type{MPI_INT}, MPI_STATUS_IGNORE"),
                        ("MPI_File_write_all", "f, out, @count{1}, @type{MPI_INT}, MPI_STATUS_IGNORE")):
    add(call, FILE % f"{call}({arguments});")
