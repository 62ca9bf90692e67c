/* Calls every function of the compiled loop with the same points, and prints the bits of all results: a library for
   Windows and one for Linux must print the same. Compiled with the source, -DVISITS="…/visits.c", for the layout of Job;
   the library that is tried is the one that is named. */

#include VISITS
#include <stdio.h>

#ifdef _WIN32
#include <windows.h>
#define OPEN(path) ((void *)LoadLibraryA(path))
#define FIND(library, name) ((void *)GetProcAddress((HMODULE)(library), name))
#else
#include <dlfcn.h>
#define OPEN(path) dlopen(path, RTLD_NOW)
#define FIND(library, name) dlsym(library, name)
#endif

enum { SAMPLES = 200, CLASSES = 3, MOST = 20000, TABLE = 1024 };

typedef void Go(Job *);
typedef int64_t CountPlaces(const double *, int64_t);
typedef double Hold(const double *, const int64_t *, int64_t, int64_t, int64_t, double, double *);
typedef int64_t LookUp(uint64_t *, int64_t, const uint64_t *, int64_t, int64_t);

static double values[SAMPLES * PLANE], rows[SAMPLES * PLANE], columns[PLANE][SAMPLES], gram[SAMPLES][SAMPLES];
static double theta[SAMPLES + 1], scores[CLASSES * SAMPLES], pass_thetas[MOST * (SAMPLES + 1)];
static const double *columns_at[PLANE], *gram_at[SAMPLES];
static int64_t labels[SAMPLES], signs[SAMPLES], order[SAMPLES], present[CLASSES] = {0, 1, 2}, counts[SAMPLES];
static int64_t lists[6][MOST];
static uint64_t words[MOST], table[TABLE], state = 1;

static uint64_t next(void) { return state = state * 6364136223846793005u + 1442695040888963407u; }

static void say(const char *name, const void *data, size_t size)
{
    uint64_t sum = 14695981039346656037u;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ ((const unsigned char *)data)[i]) * 1099511628211u;
    printf("%s %016llx\n", name, (unsigned long long)sum);
}

static void fill(void)
{
    for (int i = 0; i < SAMPLES; i++) {
        for (int j = 0; j < PLANE - 1; j++)
            values[(PLANE - 1) * i + j] = (double)((int64_t)(next() >> 40) - (1 << 23)) / 7919.0;
        labels[i] = (int64_t)(next() >> 33) % CLASSES;
        signs[i] = labels[i] ? 1 : -1;
        order[i] = (i * 7 + 3) % SAMPLES;
    }
    for (int i = 0; i < MOST; i++)
        words[i] = next();
}

static void tell(const char *name, const Job *job)
{
    printf("%s visits %lld updates %lld passes %lld errors %lld lacks %lld\n", name, (long long)job->visits,
           (long long)job->n_updates, (long long)job->n_passes, (long long)job->n_errors, (long long)job->lacks_row);
    say("  theta", theta, job->n_weights * sizeof *theta);
    say("  scores", scores, sizeof scores);
    for (int i = 0; i < 4; i++)
        say("  updates", lists[i], job->n_updates * sizeof(int64_t));
    say("  thetas", pass_thetas, job->n_passes * job->n_weights * sizeof *theta);
    say("  visits", lists[4], job->n_passes * sizeof(int64_t));
    say("  counts", lists[5], job->n_passes * sizeof(int64_t));
}

static void try_loop(void *library, const char *name, int64_t n_weights, int64_t until, const int64_t *label, double threshold)
{
    Job job = {.rows = rows, .order = order, .n_samples = SAMPLES, .n_entries = PLANE, .step = 0.1, .bound = 1e300,
               .entry = 1.0, .threshold = threshold, .labels = label, .present = present, .n_present = CLASSES,
               .gram = gram_at, .columns = columns_at, .words = words, .counts = counts, .scores = scores,
               .theta = theta, .n_weights = n_weights, .until = until, .most_updates = MOST, .most_passes = MOST,
               .update_visits = lists[0], .update_points = lists[1], .update_rivals = lists[2],
               .update_is_near = lists[3], .pass_thetas = pass_thetas, .pass_visits = lists[4], .pass_counts = lists[5]};
    memset(theta, 0, sizeof theta);
    memset(scores, 0, sizeof scores);
    memset(lists, 0, sizeof lists);
    ((Go *)FIND(library, name))(&job);
    tell(name, &job);
}

int main(int count, char **arguments)
{
    void *library = count == 2 ? OPEN(arguments[1]) : NULL;
    if (!library)
        return 1;
    fill();
    CountPlaces *count_places = (CountPlaces *)FIND(library, "count_places");
    Hold *hold = (Hold *)FIND(library, "hold");
    LookUp *look_up = (LookUp *)FIND(library, "look_up");
    printf("places %lld\n", (long long)count_places(values, SAMPLES));
    for (int with_signs = 1; with_signs >= 0; with_signs--) {
        double largest = hold(values, with_signs ? signs : NULL, SAMPLES, PLANE - 1, PLANE, 1e6, rows);
        say("largest", &largest, sizeof largest);
        say("rows", rows, sizeof rows);
        for (int i = 0; i < SAMPLES; i++) {
            for (int j = 0; j < PLANE; j++)
                columns[j][i] = rows[PLANE * i + j];
            for (int j = 0; j < SAMPLES; j++)
                gram[i][j] = 1.0 / (1.0 + (double)((i - j) * (i - j)) / 9.0);
            gram_at[i] = gram[i];
        }
        for (int j = 0; j < PLANE; j++)
            columns_at[j] = columns[j];
        if (with_signs) {
            try_loop(library, "go_primal", PLANE, 30 * SAMPLES, NULL, 0.25);
            try_loop(library, "go_random", PLANE, 5000, NULL, 0.0);
        } else {
            try_loop(library, "go_multiclass", CLASSES * PLANE, 30 * SAMPLES, labels, 0.25);
            try_loop(library, "go_random_multiclass", CLASSES * PLANE, 5000, labels, 0.0);
            try_loop(library, "go_kernel", SAMPLES + 1, 30 * SAMPLES, signs, 0.25);
        }
    }
    printf("look_up %lld\n", (long long)look_up(table, TABLE, words, 500, 0));
    printf("look_up %lld\n", (long long)look_up(table, TABLE, words + 400, 500, -1));
    say("table", table, sizeof table);
    return 0;
}
